"""What people see while the program works: consoles, live display, log."""

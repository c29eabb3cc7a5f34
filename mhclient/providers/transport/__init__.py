"""HTTP as all providers speak it: proxies, certificates, bodies within bounds, what a broken line means."""

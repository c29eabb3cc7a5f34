// Light, dark, or as the system has it. Runs before the page is drawn, so that nothing flashes.
"use strict";

(() => {
  const KEPT = "mhclient-theme";
  const NEXT = { auto: "light", light: "dark", dark: "auto" };
  const SHOWN = { auto: "◐ Auto", light: "○ Light", dark: "● Dark" };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let theme = localStorage.getItem(KEPT) in NEXT ? localStorage.getItem(KEPT) : "auto";

  function paint() {
    document.documentElement.dataset.theme = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
    const button = document.getElementById("theme");
    if (!button) return;
    const [sign, name] = SHOWN[theme].split(" ");
    const word = document.createElement("span");
    word.className = "word";
    word.textContent = " " + name;
    button.replaceChildren(sign, word);
    button.setAttribute("aria-label", sign + " " + name + ": colour theme");
  }

  dark.addEventListener("change", paint);
  addEventListener("DOMContentLoaded", () => {
    paint();
    document.getElementById("theme").addEventListener("click", () => {
      theme = NEXT[theme];
      localStorage.setItem(KEPT, theme);
      paint();
    });
  });
  paint();
})();

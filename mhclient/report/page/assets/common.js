"use strict";
// What both kinds of pages need: unpacking, the theme, and text that is always text.

async function unpack(element) {
  const raw = Uint8Array.from(atob(element.textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

// An element with text in it; nothing is ever parsed as markup.
function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// The reader's choice, or the system's; a page opened from a file may have no place to keep it in.
const THEMES = { auto: "◐ Auto", light: "○ Light", dark: "● Dark" };

function setUpTheme() {
  const button = document.getElementById("theme");
  const root = document.documentElement;
  let theme = "auto";
  try {
    theme = localStorage.getItem("theme") ?? "auto";
  } catch {
    // not kept
  }
  const show = () => {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    button.textContent = THEMES[theme];
    button.setAttribute("aria-label", `Colours: ${theme}`);
  };
  button.addEventListener("click", () => {
    const names = Object.keys(THEMES);
    theme = names[(names.indexOf(theme) + 1) % names.length];
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // not kept
    }
    show();
  });
  if (!(theme in THEMES)) theme = "auto";
  button.hidden = false;
  show();
}

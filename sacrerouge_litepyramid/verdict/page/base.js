"use strict";
/* What the package's pages share. Texts become text nodes, never HTML. */
const page = {
  /** The data that the page was made with. */
  data() {
    return JSON.parse(document.getElementById("data").textContent);
  },

  /** What was packed when the page was made; rejected in a browser that cannot decompress. */
  async unpack(packed) {
    const letters = atob(packed);
    const bytes = new Uint8Array(letters.length);
    for (let place = 0; place < letters.length; place++) bytes[place] = letters.charCodeAt(place);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  },

  /** An element: attributes by name, "on…" listeners, null and false left out; children are nodes or texts. */
  element(name, attributes = {}, ...children) {
    const made = page.withAttributes(document.createElement(name), attributes);
    made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
    return made;
  },

  /** As `element`, of a drawing. */
  drawn(name, attributes = {}, ...children) {
    const made = page.withAttributes(document.createElementNS("http://www.w3.org/2000/svg", name), attributes);
    made.append(...children.flat().filter(Boolean));
    return made;
  },

  withAttributes(made, attributes) {
    for (const [key, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else made.setAttribute(key, value === true ? "" : value);
    }
    return made;
  },

  byId(id) {
    return document.getElementById(id);
  },

  /** Adds options, each a value and its name, to the select of an id. */
  fill(id, options) {
    page.byId(id).append(...options.map(([value, name]) => page.element("option", {value, dir: "auto"}, name)));
  },

  /** Tells a screen reader what has changed; the page has an element of id "status" with role status. */
  announce(text) {
    const status = page.byId("status");
    if (status) status.textContent = text;
  },

  /** What a browser keeps for this file; a browser may refuse to keep anything for files. */
  stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },

  /** Whether the browser kept it. */
  store(key, value) {
    try {
      localStorage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
};

/* A select of id "theme" (system, light, dark), where the page has one. */
(() => {
  const KEY = "litepyramid-theme";
  const select = page.byId("theme");
  if (!select) return;
  const apply = (theme) => {
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };
  const kept = page.stored(KEY);
  if (kept === "light" || kept === "dark") select.value = kept;
  apply(select.value);
  select.addEventListener("change", () => {
    apply(select.value);
    page.store(KEY, select.value);
  });
})();

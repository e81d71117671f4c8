"use strict";
/* Words of statistics that explain themselves, when pointed at and when they have the focus; Escape hides it. */
const terms = (() => {
  const {data} = report;
  const name = (key) => say(`terms.${key}`);

  /** The word of a key, as a button with its explanation where there is one. */
  function make(key) {
    if (!(key in data.words.explained)) return name(key);
    const listeners = Object.fromEntries([["mouseenter", show], ["focus", show], ["mouseleave", hide], ["blur", hide]]
      .map(([event, listener]) => [`on${event}`, listener]));
    return page.element("button",
      {type: "button", class: "term", "aria-description": data.words.explained[key], "data-term": key, onclick: show, ...listeners}, name(key));
  }

  function show(event) {
    const {currentTarget} = event;
    const tip = page.byId("tip");
    tip.textContent = data.words.explained[currentTarget.dataset.term];
    tip.hidden = false;
    const at = currentTarget.getBoundingClientRect();
    const left = Math.min(at.left, document.documentElement.clientWidth - tip.offsetWidth - 8);
    tip.style.left = `${Math.max(8, left) + scrollX}px`;
    tip.style.top = `${at.bottom + 6 + scrollY}px`;
  }

  function hide() {
    page.byId("tip").hidden = true;
  }

  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());

  return {make, name};
})();

"use strict";
/* A document's units against systems. The arrow keys move, Enter goes to the unit in the system's summary. */
const grid = (() => {
  const {data, layer, passes, percent} = report;
  /** The room for a system's name above its column. */
  const MAX_HEAD = 240;

  function make(document, systems, shown) {
    const body = shown.map((unit) => row(document, systems, unit));
    const table = page.element("table", {role: "grid", class: "grid", "aria-label": say("grid.label")},
      page.element("thead", {role: "rowgroup"}, head(systems)),
      page.element("tbody", {role: "rowgroup"}, body));
    table.addEventListener("keydown", onKey);
    table.addEventListener("click", (event) => open(event.target.closest("td")));
    table.querySelector("td").tabIndex = 0;
    return page.element("div", {class: "scroll grid-frame"}, table);
  }

  function head(systems) {
    const {measure} = layer();
    const column = {scope: "col", role: "columnheader"};
    return page.element("tr", {role: "row"},
      page.element("th", {...column, class: "corner"}, measure ? say("grid.units_by", {measure}) : say("grid.units")),
      systems.map((system) => page.element("th", {...column, class: "turned", title: data.systems[system]},
        page.element("span", {}, page.element("bdi", {}, plot.fitted(report.shortName(data.systems[system]), MAX_HEAD))))));
  }

  function row(document, systems, unit) {
    return page.element("tr", {role: "row"},
      page.element("th", {scope: "row", role: "rowheader", dir: "auto"}, units.head(document, unit)),
      systems.map((system) => cell(document, system, unit)));
  }

  function cell(document, system, unit) {
    const shared = {role: "gridcell", tabindex: "-1", "data-system": system, "data-unit": unit};
    const name = data.systems[system];
    if (!passes(document, system, unit)) {
      const title = say("grid.excluded", {system: name});
      return page.element("td", {...shared, class: "band faded", "aria-label": title}, "·");
    }
    const found = units.judgement(document, system, unit);
    const kind = units.ground(found.value) + (units.differs(found.verdict) ? " differs" : "");
    return page.element("td", {...shared, class: kind, "aria-label": `${name}: ${units.words(found)}`},
      layer().measure && (found.value === null ? "·" : String(percent(found.value))),
      found.label !== null && page.element("span", {class: "mark"}, units.mark(found.label)));
  }

  function onKey(event) {
    const from = event.target.closest("td");
    if (!from) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      open(from);
      return;
    }
    const to = neighbour(from, event.key);
    if (to === undefined) return;
    event.preventDefault();
    if (to === null) return;
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
    to.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
  }

  /** The cell that a key leads to: null at the edge, undefined for a key that does not move. */
  function neighbour(from, key) {
    const line = from.parentElement;
    const across = {
      ArrowLeft: () => from.previousElementSibling,
      ArrowRight: () => from.nextElementSibling,
      ArrowUp: () => line.previousElementSibling?.cells[from.cellIndex],
      ArrowDown: () => line.nextElementSibling?.cells[from.cellIndex],
      Home: () => line.querySelector("td"),
      End: () => line.lastElementChild,
    };
    if (!(key in across)) return undefined;
    const to = across[key]();
    return to && to.tagName === "TD" ? to : null;
  }

  function open(from) {
    const judged = from && page.byId(`judged-${from.dataset.system}-${from.dataset.unit}`);
    if (!judged) return;
    judged.scrollIntoView({block: "center"});
    judged.focus();
  }

  return {make};
})();

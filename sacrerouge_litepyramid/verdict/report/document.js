"use strict";
/* One document: its reference, the grid of units against systems, and every system's summary. */
const documentView = (() => {
  const {data, chosen, layer, systemsOf} = report;

  /** Draws the document at a place into a node. */
  function draw(node, document) {
    const filtering = layer() && chosen.show;
    const systems = systemsOf(document).filter((system) => !filtering || units.passing(document, system).length);
    const some = new Set(systems.flatMap((system) => units.passing(document, system)));
    const shown = units.indices(document).filter((unit) => some.has(unit));
    node.replaceChildren(
      page.element("h3", {id: "document-title"}, page.element("bdi", {}, data.documents[document].id)),
      ...question(document),
      references(document),
      ...(shown.length && systems.length > 1 ? [grid.make(document, systems, shown)] : []),
      ...(shown.length ? [units.legend()] : []),
      ...summaries(document, systems));
  }

  /** The question that the summaries answer, if there is one. */
  function question(document) {
    const text = data.documents[document].question;
    if (!text) return [];
    return [page.element("div", {class: "panel references"},
      page.element("h4", {}, say("document.question")), page.element("p", {id: "question", dir: "auto"}, text))];
  }

  function references(document) {
    const all = data.documents[document].references;
    if (!all.length) return page.element("p", {class: "quiet"}, say("document.no_reference"));
    return page.element("div", {class: "panel references"}, all.flatMap((sentences, reference) => [
      page.element("h4", {}, all.length > 1 ? say("document.numbered_reference", {number: reference + 1}) : say("document.reference")),
      cards.list(sentences,
        (place) => units.referenceTag(document, reference, place), (place) => `reference-${reference}-${place}`),
    ]));
  }

  function summaries(document, systems) {
    if (!systems.length) return [page.element("p", {class: "notice"}, say("document.nothing_passes"))];
    return [page.element("h4", {class: "part"}, say("document.summaries")), ...systems.map((system) => cards.make(document, system))];
  }

  return {draw};
})();

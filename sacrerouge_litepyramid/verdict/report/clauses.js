"use strict";
/* Clauses in a summary: their runs, stated or missing, in the text of the reference, and where the summary states them. */
const clauses = (() => {
  const {data, layer, sentences, percent, STATED} = report;
  const KIND = "clause";

  const of = (document, system) => layer().documents[document].why[system];
  const isIn = (document) => units.of(document).some(({kind}) => kind === KIND);

  /** The runs of a clause in a summary: text, share in thousandths, and the places of its content words; else null. */
  function runs(document, system, unit) {
    const encoded = of(document, system)?.runs?.[unit];
    if (!encoded) return null;
    const letters = [...units.of(document)[unit].text.normalize("NFC")];
    const words = layer().documents[document].words[unit];
    const found = [];
    let next = 0;
    for (let place = 0; place < encoded.length; place += 3) {
      const text = letters.slice(encoded[place], encoded[place + 1]).join("");
      const first = next;
      for (let at = 0; next < words.length; next++) {
        const there = why.find(text, words[next], at);
        // A word that the unit spells in another way, as "10 percent" for "10%", stays with its neighbours.
        if (there < 0 && why.find(letters.join(""), words[next]) >= 0) break;
        at = there < 0 ? at : there + words[next].length;
      }
      found.push({text, share: encoded[place + 2], places: words.map((_, word) => word).slice(first, next)});
    }
    return found;
  }

  const STATES = {stated: "clauses.stated", missing: "clauses.missing"};
  const verdict = ({share}) => (share >= STATED ? "stated" : "missing");
  const kind = (run) => `run ${units.ground(run.share)} ${verdict(run)}`;

  /** A clause's text as its runs, made by a function and with the marks between them; null for another unit. */
  function marked(document, system, unit, make) {
    const found = runs(document, system, unit);
    return found && fill(units.of(document)[unit].text, found.map((run) => [run.text, make(run)]));
  }

  /** A text in which pieces, in their order, are replaced by nodes; a piece that is not there is left out. */
  function fill(text, pieces) {
    const parts = [];
    let from = 0;
    for (const [piece, node] of pieces) {
      const at = text.indexOf(piece, from);
      if (at < 0 || !node) continue;
      parts.push(text.slice(from, at), node);
      from = at + piece.length;
    }
    return [...parts, text.slice(from)];
  }

  /** A sentence of a reference, its clauses in their places. */
  function sentence(document, system, reference, place) {
    const isHere = (unit) => unit.kind === KIND && unit.reference === reference && unit.sentence === place;
    const here = units.indices(document).filter((unit) => isHere(units.of(document)[unit]));
    return fill(data.documents[document].references[reference][place], here.map((unit) => {
      const nodes = marked(document, system, unit, (run) => button(document, system, unit, run));
      return [units.of(document)[unit].text, nodes && page.element("span", {id: `clause-${system}-${unit}`, class: "clause"}, nodes)];
    }));
  }

  /** A run that marks, when it is clicked, where the summary states it. A button would not break over lines. */
  function button(document, system, unit, run) {
    const state = `${say(STATES[verdict(run)])}, ${percent(run.share)}%`;
    const press = (event) => {
      if (event.key && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      cards.mark(event.currentTarget, system, locate(document, system, unit, run));
    };
    const attributes = {role: "button", tabindex: "0", "aria-pressed": "false", "aria-label": `${run.text}: ${state}`, title: state};
    return page.element("span", {class: kind(run), ...attributes, onclick: press, onkeydown: press}, run.text);
  }

  /** The sentences that have a run's words, and these: the one with most first, then that with most of the others. */
  function locate(document, system, unit, run) {
    const {marks, forms} = of(document, system);
    const matched = run.places.filter((place) => "+=".includes(marks[unit][place]));
    let words = matched.map((place) => forms[unit]?.[place] ?? layer().documents[document].words[unit][place]);
    const found = [];
    while (words.length) {
      const best = choose(sentences(document, system), words, units.nearest(document, system, unit)?.sentence);
      if (!best.words.length) break;
      found.push(best);
      words = words.filter((word) => !best.words.includes(word));
    }
    return found;
  }

  /** The sentence that has most words, and these; among equal ones the unit's nearest, then the first. */
  function choose(texts, words, near) {
    const held = texts.map((text, sentence) =>
      ({sentence, words: words.filter((word) => why.find(text.toLowerCase(), word.toLowerCase()) >= 0)}));
    return held.reduce((best, candidate) => {
      const more = candidate.words.length - best.words.length;
      return more > 0 || (more === 0 && candidate.sentence === near) ? candidate : best;
    }, {sentence: -1, words: []});
  }

  /** How runs are shown, for the legend. */
  const legend = () => page.element("span", {}, say.parts("clauses.legend", {
    stated: page.element("span", {class: "run band band-4 stated"}, say(STATES.stated)),
    missing: page.element("span", {class: "run band band-0 missing"}, say(STATES.missing)),
  }));

  return {isIn, kind, marked, sentence, legend};
})();

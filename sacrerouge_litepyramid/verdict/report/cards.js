"use strict";
/* A system's summary of a document: its sentences, and the judgement of each unit beside them. */
const cards = (() => {
  const {data, chosen, layer, sentences, nameOf, score, percent} = report;
  const VERDICTS = {agree: "cards.agree", high: "cards.only_model", low: "cards.only_annotators"};

  function make(document, system) {
    const id = `card-${system}`;
    const texts = sentences(document, system);
    return page.element("article", {class: "card", id, "aria-labelledby": `${id}-title`},
      page.element("div", {class: "card-head"},
        page.element("h5", {id: `${id}-title`}, nameOf(data.systems[system])),
        page.element("span", {class: "quiet small"}, scores(document, system))),
      explained(document, system),
      page.element("div", {class: "card-body"},
        page.element("div", {},
          texts.length ? list(texts, (place) => `S${place + 1}`, (place) => `summary-${system}-${place}`)
            : page.element("p", {class: "quiet"}, say("cards.empty")),
          asWritten(document, system),
          layer() && clauses.isIn(document) && references(document, system)),
        evidence(document, system)));
  }

  /** The summary as it was written, if what is compared differs, as a text without its reasoning does. */
  function asWritten(document, system) {
    const text = data.written[data.documents[document].summaries[system]];
    return text && page.element("details", {class: "note"}, page.element("summary", {}, say("cards.written")),
      page.element("p", {class: "written", dir: "auto"}, text));
  }

  /** The references with their clauses, what the summary states and what it lacks. */
  function references(document, system) {
    const all = data.documents[document].references;
    return [...all.flatMap((texts, reference) => [
      page.element("h6", {}, all.length > 1 ? say("document.numbered_reference", {number: reference + 1}) : say("document.reference")),
      list(texts.map((_, place) => clauses.sentence(document, system, reference, place)),
        (place) => units.referenceTag(document, reference, place), (place) => `stated-${system}-${reference}-${place}`),
    ]), page.element("p", {class: "note quiet small"})];
  }

  /** The sentence about the score. */
  function explained(document, system) {
    const sentence = layer() && why.sentence(document, system);
    return sentence && page.element("p", {class: "sentence"}, page.element("bdi", {}, sentence));
  }

  /** Sentences with a tag each, and an id to mark them by. */
  function list(texts, tag, id) {
    return page.element("ol", {class: "sentences"}, texts.map((text, place) =>
      page.element("li", {id: id(place), dir: "auto"}, page.element("span", {class: "tag", dir: "ltr"}, tag(place)), " ", page.element("span", {}, text))));
  }

  /** The summary's score by the metric that ranks the systems, its human score and length. */
  function scores(document, system) {
    const shown = new Set(data.human ? [chosen.metric, 0] : [chosen.metric]);
    const found = [...shown].map((metric) => data.metrics[metric]);
    const shares = found.map((metric) => `${metric.name} ${score(metric.scores[document][system])}`);
    return [...shares, report.count(report.lengthOf(document, system), "cards.words")].join(" · ");
  }

  function evidence(document, system) {
    const shown = units.passing(document, system);
    if (!shown.length) return page.element("p", {class: "quiet"}, say("cards.not_judged"));
    const {measure, labelled} = layer();
    const column = (name, kind) => page.element("th", {scope: "col", class: kind}, name);
    return page.element("table", {class: "evidence"},
      page.element("caption", {class: "unseen"}, say("cards.caption", {system: data.systems[system]})),
      page.element("thead", {}, page.element("tr", {},
        column(say("cards.unit")),
        measure && column(measure, "number"),
        labelled && column(say("cards.label")),
        measure && labelled && column(say("cards.verdict")),
        column(say("cards.nearest")))),
      page.element("tbody", {}, shown.map((unit) => row(document, system, unit))));
  }

  function row(document, system, unit) {
    const {measure, labelled} = layer();
    const {value, label, verdict} = units.judgement(document, system, unit);
    const made = page.element("tr", {id: `judged-${system}-${unit}`, tabindex: "-1"},
      page.element("th", {scope: "row", dir: "auto"},
        units.head(document, unit, why.marked(document, system, unit)), why.reasons(document, system, unit)),
      measure && page.element("td", {class: "number"},
        page.element("span", {class: `chip ${units.ground(value)}`}, value === null ? say("state.none") : `${percent(value)}%`)),
      labelled && page.element("td", {}, labelMark(label)),
      measure && labelled && page.element("td", {class: `verdict ${verdict}`}, verdict && say(VERDICTS[verdict])),
      page.element("td", {}, nearest(document, system, unit)));
    lights(made, linked(document, system, unit));
    return made;
  }

  function labelMark(label) {
    return label === null ? say("cards.no_label") : `${units.mark(label)} ${units.statement(label)}`;
  }

  /** The sentences that belong to a judgement, by id: the summary's nearest, and the reference's. */
  function linked(document, system, unit) {
    const {reference, sentence} = units.of(document)[unit];
    const near = units.nearest(document, system, unit);
    return [near && `summary-${system}-${near.sentence}`, sentence >= 0 && `reference-${reference}-${sentence}`,
      `clause-${system}-${unit}`];
  }

  /** While the row is pointed at or has the focus, its sentences are lit. */
  function lights(made, ids) {
    const light = (on) => ids.forEach((id) => id && page.byId(id)?.classList.toggle("lit", on));
    for (const name of ["mouseenter", "focusin"]) made.addEventListener(name, () => light(true));
    for (const name of ["mouseleave", "focusout"]) made.addEventListener(name, () => light(false));
  }

  /** The nearest sentence as a button that keeps it marked. */
  function nearest(document, system, unit) {
    const near = units.nearest(document, system, unit);
    if (!near) return page.element("span", {class: "quiet"}, say("state.none"));
    return page.element("button",
      {
        type: "button",
        class: "nearest",
        "aria-pressed": "false",
        "aria-label": say("cards.mark", {number: near.sentence + 1, percent: near.share}),
        onclick: (event) => mark(event.currentTarget, system, [{sentence: near.sentence, words: []}]),
      },
      `S${near.sentence + 1} · ${near.share}%`);
  }

  /** Marks sentences of a summary, each with some of its words, as long as the button is pressed. */
  function mark(button, system, found) {
    const on = button.getAttribute("aria-pressed") !== "true";
    const card = button.closest("article");
    card.querySelectorAll("[aria-pressed=true]").forEach((other) => other.setAttribute("aria-pressed", "false"));
    card.querySelectorAll("li.kept").forEach((other) => keep(other, false, []));
    button.setAttribute("aria-pressed", String(on));
    const marked = on ? found.map(({sentence, words}) => keep(page.byId(`summary-${system}-${sentence}`), true, words)) : [];
    marked[0]?.scrollIntoView({block: "nearest"});
    const note = card.querySelector(".note");
    if (note) note.textContent = on && !marked.length ? say("cards.nowhere") : "";
    const texts = marked.map((sentence) => sentence.textContent).join(" ");
    page.announce(on ? (texts ? say("cards.marked", {texts}) : say("cards.nowhere")) : say("cards.unmarked"));
  }

  function keep(sentence, on, words) {
    sentence.classList.toggle("kept", on);
    sentence.lastChild.replaceChildren(...why.highlight(sentence.lastChild.textContent, words));
    return sentence;
  }

  return {make, list, mark};
})();

"use strict";
/* One document: its reference, the grid of units against systems, and every system's summary with its evidence. */
const documentView = (() => {
  const {data, chosen, judgement, passes, systemsOf, band, sentences, score, percent, BANDS} = report;
  const VERDICTS = {agree: "agree", high: "only model", low: "only people", "": ""};
  const MARKS = ["–", "✓"];

  let place = 0;
  const units = () => (report.layer() ? report.layer().documents[place].units : []);
  const measure = () => report.layer().measure || "probability";

  /** Draws the document at a place into a node. */
  function draw(node, at) {
    place = at;
    const systems = systemsOf(place).filter((system) => !filtering() || units().some((_, unit) => passes(place, system, unit)));
    const shown = units().map((_, unit) => unit).filter((unit) => systems.some((system) => passes(place, system, unit)));
    const document = data.documents[place];
    node.replaceChildren(
      page.element("h3", {id: "document-title", tabindex: "-1"}, document.id),
      references(document),
      ...(systems.length && shown.length ? [grid(systems, shown), legend()] : []),
      ...(systems.length ? [page.element("h4", {class: "part"}, "Summaries"), ...systems.map(card)]
        : [page.element("p", {class: "notice"}, "Nothing in this document passes the filters.")]));
  }

  const filtering = () => Boolean(report.layer() && (chosen.kind || chosen.show));

  function references(document) {
    const many = document.references.length > 1;
    if (!document.references.length) return page.element("p", {class: "quiet"}, "The data has no reference for this document.");
    return page.element("div", {class: "panel references"}, document.references.map((reference, index) => [
      page.element("h4", {}, many ? `Reference ${index + 1}` : "Reference"),
      list(reference, (sentence) => `R${many ? `${index + 1}.` : ""}${sentence + 1}`, (sentence) => `reference-${index}-${sentence}`),
    ]).flat());
  }

  const list = (texts, name, id) => page.element("ol", {class: "sentences"}, texts.map((text, sentence) =>
    page.element("li", {id: id(sentence)}, page.element("span", {class: "tag"}, name(sentence)), " ", text)));

  function sourceOf([, , , reference, sentence, told]) {
    if (sentence < 0) return "";
    const many = data.documents[place].references.length > 1;
    return `${told ? "" : "≈ "}R${many ? `${reference + 1}.` : ""}${sentence + 1}`;
  }

  function kindAndWeight([, kind, weight]) {
    return `${kind.toUpperCase()}${weight === 1 ? "" : ` × ${weight}`}`;
  }

  /** What a judgement is, in words. */
  function words({value, label, verdict}) {
    const parts = [value === null ? "not judged by the model" : `${measure()} ${percent(value)}`];
    if (label !== null) parts.push(label ? "people: stated" : "people: not stated");
    if (verdict) parts.push(verdict === "agree" ? "they agree" : "they differ");
    return parts.join(", ");
  }

  const ground = ({value}) => (value === null ? "band none" : `band band-${band(value)}`);
  const differs = ({verdict}) => (verdict === "high" || verdict === "low" ? " differs" : "");

  /** Units by systems; the arrow keys move, Enter goes to the summary. */
  function grid(systems, shown) {
    const table = page.element("table", {role: "grid", class: "grid", "aria-label": "Units against systems; arrow keys move, Enter opens the summary"},
      page.element("thead", {role: "rowgroup"}, page.element("tr", {role: "row"},
        page.element("th", {scope: "col", role: "columnheader", class: "corner"}, `Units (${measure()}, %)`),
        systems.map((system) => page.element("th", {scope: "col", role: "columnheader", class: "turned", title: data.systems[system]},
          page.element("span", {}, data.systems[system]))))),
      page.element("tbody", {role: "rowgroup"}, shown.map((unit) => page.element("tr", {role: "row"},
        page.element("th", {scope: "row", role: "rowheader"}, page.element("span", {class: "tag"}, `U${unit + 1}`), " ", units()[unit][0],
          page.element("span", {class: "quiet small"}, ` ${[kindAndWeight(units()[unit]), sourceOf(units()[unit])].filter(Boolean).join(" · ")}`)),
        systems.map((system) => gridCell(system, unit))))));
    table.addEventListener("keydown", move);
    table.addEventListener("click", (event) => open(event.target.closest("td")));
    table.querySelector("td").tabIndex = 0;
    return page.element("div", {class: "scroll grid-frame"}, table);
  }

  function gridCell(system, unit) {
    const found = judgement(place, system, unit);
    const shown = passes(place, system, unit);
    return page.element("td", {role: "gridcell", tabindex: "-1", "data-system": system, "data-unit": unit,
      class: shown ? ground(found) + differs(found) : "band faded",
      "aria-label": shown ? `${data.systems[system]}: ${words(found)}` : `${data.systems[system]}: left out by the filters`},
    shown ? [found.value === null ? "·" : String(Math.round(found.value / 10)),
      found.label !== null && page.element("span", {class: "mark"}, MARKS[found.label])] : "·");
  }

  function move(event) {
    const cell = event.target.closest("td");
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      open(cell);
      return;
    }
    const row = cell.parentElement;
    const across = {ArrowLeft: cell.previousElementSibling, ArrowRight: cell.nextElementSibling,
      Home: row.querySelector("td"), End: row.lastElementChild};
    const along = {ArrowUp: row.previousElementSibling, ArrowDown: row.nextElementSibling};
    if (!(event.key in across) && !(event.key in along)) return;
    event.preventDefault();
    const to = event.key in across ? across[event.key] : along[event.key] && along[event.key].cells[cell.cellIndex];
    if (!to || to.tagName !== "TD") return;
    cell.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }

  /** From a cell of the grid to its unit in the system's summary. */
  function open(cell) {
    if (!cell) return;
    const row = page.byId(`judged-${cell.dataset.system}-${cell.dataset.unit}`);
    if (!row) return;
    row.scrollIntoView({block: "center"});
    row.focus();
  }

  function legend() {
    const bounds = Array.from({length: BANDS}, (_, index) => `${(100 / BANDS) * index}–${(100 / BANDS) * (index + 1)}`);
    const labelled = report.layer().labelled;
    return page.element("p", {class: "legend small"},
      report.layer().measure && bounds.map((bound, index) => page.element("span", {class: `chip band band-${index}`}, bound)),
      labelled && page.element("span", {}, "✓ stated, as people say · – not stated"),
      labelled && report.layer().measure && page.element("span", {}, page.element("span", {class: "chip band differs"}, "outlined"),
        " model and people differ (stated for the model: from 50%)"));
  }

  /** A system's summary and its evidence. */
  function card(system) {
    const id = `card-${system}`;
    const scores = [chosen.metric, data.people ? 0 : chosen.metric].filter((each, index, all) => all.indexOf(each) === index)
      .map((each) => `${data.metrics[each].name} ${score(data.metrics[each].scores[place][system])}`);
    const texts = sentences(place, system);
    return page.element("article", {class: "card", id, "aria-labelledby": `${id}-title`},
      page.element("div", {class: "card-head"}, page.element("h5", {id: `${id}-title`}, data.systems[system]),
        page.element("span", {class: "quiet small"}, scores.join(" · "))),
      page.element("div", {class: "card-body"},
        texts.length ? list(texts, (sentence) => `S${sentence + 1}`, (sentence) => `summary-${system}-${sentence}`)
          : page.element("p", {class: "quiet"}, "The summary is empty."),
        evidence(system)));
  }

  function evidence(system) {
    const rows = units().map((_, unit) => unit).filter((unit) => passes(place, system, unit));
    if (!rows.length) return page.element("p", {class: "quiet"}, "No unit of it is judged.");
    const {measure: measured, labelled} = report.layer();
    return page.element("table", {class: "evidence"},
      page.element("caption", {class: "unseen"}, `Units in the summary of ${data.systems[system]}`),
      page.element("thead", {}, page.element("tr", {},
        page.element("th", {scope: "col"}, "Unit"),
        measured && page.element("th", {scope: "col", class: "number"}, measured),
        labelled && page.element("th", {scope: "col"}, "People"),
        labelled && measured && page.element("th", {scope: "col"}, "Verdict"),
        page.element("th", {scope: "col"}, "Nearest sentence"))),
      page.element("tbody", {}, rows.map((unit) => evidenceRow(system, unit, measured, labelled))));
  }

  function evidenceRow(system, unit, measured, labelled) {
    const found = judgement(place, system, unit);
    const row = page.element("tr", {id: `judged-${system}-${unit}`, tabindex: "-1", class: differs(found).trim() || null},
      page.element("th", {scope: "row"}, page.element("span", {class: "tag"}, `U${unit + 1}`), " ", units()[unit][0]),
      measured && page.element("td", {class: "number"}, page.element("span", {class: `chip ${ground(found)}`},
        found.value === null ? "none" : percent(found.value))),
      labelled && page.element("td", {}, found.label === null ? "no label" : `${MARKS[found.label]} ${found.label ? "stated" : "not stated"}`),
      labelled && measured && page.element("td", {class: `verdict ${found.verdict}`}, VERDICTS[found.verdict]),
      page.element("td", {}, nearest(system, unit)));
    const lit = linked(system, unit);
    const light = (on) => lit.forEach((id) => page.byId(id)?.classList.toggle("lit", on));
    for (const [event, on] of [["mouseenter", true], ["focusin", true], ["mouseleave", false], ["focusout", false]]) {
      row.addEventListener(event, () => light(on));
    }
    return row;
  }

  /** The sentences that belong to a judgement: the summary's nearest, and the reference's. */
  function linked(system, unit) {
    const [, , , reference, sentence] = units()[unit];
    const support = report.layer().documents[place].support[system];
    return [support && support[0][unit] >= 0 && `summary-${system}-${support[0][unit]}`,
      sentence >= 0 && `reference-${reference}-${sentence}`].filter(Boolean);
  }

  /** The supporting sentence as a button that keeps it marked. */
  function nearest(system, unit) {
    const support = report.layer().documents[place].support[system];
    if (!support || support[0][unit] < 0) return page.element("span", {class: "quiet"}, "none");
    const [sentence, share] = [support[0][unit], support[1][unit]];
    return page.element("button", {type: "button", class: "nearest", "aria-pressed": "false",
      "aria-label": `Sentence ${sentence + 1} holds ${share}% of the unit's wording; mark it`,
      onclick: (event) => mark(event.currentTarget, `summary-${system}-${sentence}`)},
    `S${sentence + 1} · ${share}%`);
  }

  function mark(button, id) {
    const on = button.getAttribute("aria-pressed") !== "true";
    for (const other of button.closest("article").querySelectorAll(".nearest")) other.setAttribute("aria-pressed", "false");
    for (const other of button.closest("article").querySelectorAll("li.kept")) other.classList.remove("kept");
    button.setAttribute("aria-pressed", String(on));
    page.byId(id).classList.toggle("kept", on);
    page.announce(on ? `Marked: ${page.byId(id).textContent}` : "Mark taken away");
  }

  return {draw};
})();

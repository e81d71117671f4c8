"use strict";
/* How far the chosen judge can be trusted: sentences, its judgements beside labels, its calibration, parts of the data. */
const trust = (() => {
  const {data, chosen, score} = report;
  const COLUMNS = {auc: "AUC", kappa: "kappa", f1: "F1", accuracy: "agreement", ece: "ECE"};
  const PARTS = ["AUC", "kappa", "agreement", "majority", "model says", "annotators say"];

  function draw() {
    const metric = data.metrics[chosen.metric];
    const judge = judgeOf(metric.name);
    page.byId("trust").replaceChildren(
      ...(judge ? quality(judge) : [page.element("p", {class: "quiet"}, withoutLabels(metric.name))]));
  }

  /** The judge whose probabilities the score is a mean of, or one of the same metric by another measure. */
  function judgeOf(name) {
    return data.judges.find((each) => name === `${each.name}_${each.measure}`)
      || data.judges.find((each) => name.startsWith(`${each.name}_`));
  }

  function withoutLabels(name) {
    if (data.judged && data.judged.name === name) return "Annotators labelled a planned sample of the units of this score; see below.";
    return "Annotators labelled none of the units of this score, or no evidence of it was given, so its judge cannot be " +
      "compared with annotators unit by unit.";
  }

  function quality(judge) {
    return [
      page.element("h3", {}, "Unit by unit"),
      page.element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "The judge unit by unit"},
        saving.withTable(sorting.enable(labels(judge)), "judge")),
      ...(judge.test ? [page.element("p", {}, judge.test.note)] : []),
      page.element("h3", {}, "Calibration"),
      calibration(judge),
      ...(judge.parts.length ? [page.element("h3", {}, "Where it is better and worse"), parts(judge)] : []),
    ];
  }

  function labels(judge) {
    const words = `${judge.name}_${judge.measure} against ${judge.units.toLocaleString("en")} labels by annotators, of which ` +
      `${(100 * judge.stated).toFixed(1)}% are “stated”; 95% intervals over documents.`;
    const votes = judge.test ? [["the judge, vote by vote", judge.votes[0]], ["an annotator, vote by vote", judge.votes[1]]] : [];
    return page.element("table", {class: "judge"},
      page.element("caption", {}, page.element("span", {}, words)),
      page.element("thead", {}, page.element("tr", {},
        page.element("th", {scope: "col"}, "Answers of"),
        Object.values(COLUMNS).map((name) => page.element("th", {scope: "col", class: "number"}, terms.make(name))))),
      page.element("tbody", {}, [["the judge", judge.model], ["the more frequent answer alone", judge.majority], ...votes].map(
        ([name, values]) => page.element("tr", {},
          page.element("th", {scope: "row"}, name),
          Object.keys(COLUMNS).map((column) => (values[column] ? estimate(values[column]) : page.element("td")))))));
  }

  const estimate = ([value, low, high]) => page.element("td", {class: "number"}, score(value),
    low !== null && low !== high && page.element("span", {class: "quiet small"}, ` [${score(low)}, ${score(high)}]`));

  /** The share that annotators call stated, by the probability; a judge whose floor is high is wrong where nothing is said. */
  function calibration(judge) {
    const room = plot.roomOf(Math.min(560, page.byId("trust").clientWidth), 0.6, 280);
    const words = `Calibration of ${judge.name}_${judge.measure}: the share of units that annotators call stated, by probability. ` +
      "On the diagonal a probability means what it says; below it the judge says too much.";
    const ends = {values: [0, 1], exact: true};
    const {drawing, x, y} = plot.make(room, words, {...ends, title: "probability"}, {...ends, title: "annotators say stated"});
    drawing.append(...plot.diagonal(x, y), ...edges(judge, x, room));
    const points = judge.calibration.map(([probability, present]) => `${x.at(probability)},${y.at(present)}`);
    drawing.append(page.drawn("polyline", {class: "curve", points: points.join(" ")}));
    drawing.append(...judge.calibration.map(([probability, present, units]) =>
      page.drawn("circle", {class: "dot", cx: x.at(probability), cy: y.at(present), r: 5},
        page.drawn("title", {}, `probability ${score(probability)}: annotators say stated for ${score(present)} of ${units}`))));
    return page.element("figure", {class: "calibration"}, drawing,
      page.element("figcaption", {}, words, " ", range(judge)), saving.ofDrawing(drawing, "calibration"));
  }

  function edges(judge, x, {top, bottom}) {
    if (!judge.range) return [];
    return ["floor", "ceiling"].flatMap((name) => {
      const place = x.at(judge.range[name]);
      return [plot.rule(place, place, top, bottom, "edge"), plot.text(place, top + 10, name, "middle", "name")];
    });
  }

  function range(judge) {
    if (!judge.range) return "The judge's floor and ceiling were not measured.";
    const {floor, ceiling, source} = judge.range;
    return page.element("span", {}, terms.make("floor"), ` ${score(floor)}, `, terms.make("ceiling"),
      ` ${score(ceiling)}: measured on ${source}.`);
  }

  function parts(judge) {
    return page.element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Parts of the data"},
      saving.withTable(sorting.label(page.element("table", {class: "parts"},
        page.element("caption", {class: "unseen"}, "The judge in thirds of the summaries"),
        page.element("thead", {}, page.element("tr", {},
          page.element("th", {scope: "col"}, "Thirds of the summaries by"),
          page.element("th", {scope: "col", class: "number"}, "Units"),
          PARTS.map((name) => page.element("th", {scope: "col", class: "number"}, terms.make(name))))),
        judge.parts.map(({title, rows}) => page.element("tbody", {},
          page.element("tr", {}, page.element("th", {scope: "rowgroup", colspan: PARTS.length + 2}, title)),
          rows.map(part)))), ["", "Units", ...PARTS]), "parts"));
  }

  function part([name, low, high, , labelled, ...numbers]) {
    return page.element("tr", {},
      page.element("th", {scope: "row", class: "inner"}, `${name}: ${short(low)} to ${short(high)}`),
      page.element("td", {class: "number quiet"}, labelled.toLocaleString("en")),
      numbers.map((value) => page.element("td", {class: "number"}, score(value))));
  }

  const short = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(2));

  return {draw};
})();

"use strict";
/* How metrics agree with people: the table of correlations, and a scatter plot. */
const agreement = (() => {
  const {data, chosen, score} = report;
  const COLUMNS = {
    system_pearson: "System r", system_spearman: "System ρ", system_kendall: "System τ",
    summary_pearson: "Summary r", summary_spearman: "Summary ρ", summary_kendall: "Summary τ",
  };
  const SIZE = {width: 720, height: 480, left: 58, right: 16, top: 12, bottom: 46};
  const LETTER = 6.2;
  const LINE = 13;
  /** Where a name may stand beside its point, best first. */
  const BESIDE = [[9, 4, "start"], [-9, 4, "end"], [0, -10, "middle"], [0, 18, "middle"], [7, -7, "start"], [-7, -7, "end"],
    [7, 15, "start"], [-7, 15, "end"], [0, -10, "end"], [0, 18, "end"], [0, -10, "start"], [0, 18, "start"]];

  const compared = () => data.metrics.map((metric, index) => ({metric, index})).filter(({metric}) => metric.agreement);

  function drawTable() {
    const best = Object.fromEntries(Object.keys(COLUMNS).map((name) =>
      [name, Math.max(...compared().map(({metric}) => metric.agreement[name].value ?? -2))]));
    page.byId("correlations").replaceChildren(page.element("table", {},
      page.element("caption", {},
        `Correlation with ${data.people}: ${data.agreement_rules} r: Pearson; ρ: Spearman, tied values share their mean ` +
        "rank; τ: Kendall's tau-b, which leaves tied pairs out. System: of the systems' means. Summary: across systems " +
        "within a document, the mean over documents."),
      page.element("thead", {}, page.element("tr", {}, page.element("th", {scope: "col"}, "Metric"),
        Object.values(COLUMNS).map((title) => page.element("th", {scope: "col", class: "number"}, title)))),
      page.element("tbody", {}, compared().map(({metric}) => page.element("tr", {},
        page.element("th", {scope: "row"}, metric.name),
        Object.keys(COLUMNS).map((name) => cell(metric.agreement[name], compared().length > 1 && best[name])))))));
  }

  function cell({value, low, high}, best) {
    const shown = value !== null && value === best ? page.element("strong", {}, score(value)) : score(value);
    return page.element("td", {class: "number"}, shown,
      low !== null && page.element("span", {class: "quiet small"}, `[${score(low)}, ${score(high)}]`));
  }

  /** Points with both scores: x the metric, y people. */
  function points(metric) {
    if (chosen.level === "systems") {
      const means = (of) => new Map(of.ranking.map((place) => [place[0], place[1]]));
      const [ours, people] = [means(metric), means(data.metrics[0])];
      return data.systems.map((name, system) => ({name, system, x: ours.get(system) ?? null, y: people.get(system) ?? null}))
        .filter(({x, y}) => x !== null && y !== null);
    }
    const found = [];
    data.documents.forEach((document, place) => data.systems.forEach((name, system) => {
      const [x, y] = [metric.scores[place][system], data.metrics[0].scores[place][system]];
      if (x !== null && y !== null) found.push({name: `${name}, ${document.id}`, system, x, y});
    }));
    return found;
  }

  function drawScatter() {
    const metric = data.metrics[chosen.metric].agreement ? data.metrics[chosen.metric] : compared()[0].metric;
    const shown = points(metric);
    const told = caption(metric, shown.length);
    page.byId("scatter").replaceChildren(plot(metric, shown, told), page.element("figcaption", {}, told), numbers(metric));
  }

  function caption(metric, number) {
    const level = chosen.level === "systems" ? "system" : "summary";
    const told = ["pearson", "spearman", "kendall"].map((name, index) => {
      const {value, low, high} = metric.agreement[`${level}_${name}`];
      return `${"rρτ"[index]} ${score(value)}${low === null ? "" : ` [${score(low)}, ${score(high)}]`}`;
    });
    const what = level === "system" ? "across the systems' means" : "across systems, mean over documents";
    return `${metric.name} against ${data.people}, ${number.toLocaleString("en")} points. ${level === "system" ? "System" : "Summary"} ` +
      `level (${what}): ${told.join("; ")}.`;
  }

  function plot(metric, shown, told) {
    const [x, y] = [axis(shown.map((point) => point.x), SIZE.left, SIZE.width - SIZE.right),
      axis(shown.map((point) => point.y), SIZE.height - SIZE.bottom, SIZE.top)];
    const bottom = SIZE.height - SIZE.bottom;
    const drawing = page.drawn("svg", {class: "plot", viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img", "aria-label": told},
      x.ticks.map((tick) => [
        page.drawn("line", {class: "rule", x1: x.at(tick), x2: x.at(tick), y1: SIZE.top, y2: bottom}),
        text(x.at(tick), bottom + 18, x.label(tick), "middle")]).flat(),
      y.ticks.map((tick) => [
        page.drawn("line", {class: "rule", x1: SIZE.left, x2: SIZE.width - SIZE.right, y1: y.at(tick), y2: y.at(tick)}),
        text(SIZE.left - 8, y.at(tick) + 4, y.label(tick), "end")]).flat(),
      text((SIZE.left + SIZE.width - SIZE.right) / 2, SIZE.height - 8, metric.name, "middle", "title"),
      turned(14, (SIZE.top + bottom) / 2, data.people));
    const last = (point) => (point.system === chosen.pointed ? 1 : 0);
    const ordered = [...shown].sort((a, b) => last(a) - last(b));
    drawing.append(...ordered.map((point) => dot(point, x.at(point.x), y.at(point.y))));
    if (chosen.level === "systems") drawing.append(...labels(ordered.reverse(), x, y));
    return drawing;
  }

  function dot(point, cx, cy) {
    const small = chosen.level === "summaries";
    const pointed = point.system === chosen.pointed;
    const kind = `dot${small ? " small" : ""}${pointed ? " pointed" : ""}`;
    const tip = page.drawn("title", {}, `${point.name}: ${score(point.x)}, people ${score(point.y)}`);
    return pointed
      ? page.drawn("path", {class: kind, d: `M${cx} ${cy - 7}L${cx + 7} ${cy}L${cx} ${cy + 7}L${cx - 7} ${cy}Z`}, tip)
      : page.drawn("circle", {class: kind, cx, cy, r: small ? 2.6 : 5}, tip);
  }

  /** Names beside their points, where they hide neither a point nor another name. */
  function labels(shown, x, y) {
    const taken = shown.map((point) => [x.at(point.x) - 6, y.at(point.y) - 6, x.at(point.x) + 6, y.at(point.y) + 6]);
    const free = (box) => box[0] >= SIZE.left && box[2] <= SIZE.width - SIZE.right && box[1] >= SIZE.top &&
      box[3] <= SIZE.height - SIZE.bottom && !taken.some((other) =>
        box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]);
    return shown.flatMap((point) => {
      const [px, py, width] = [x.at(point.x), y.at(point.y), point.name.length * LETTER];
      for (const [across, down, anchor] of BESIDE) {
        const [tx, ty] = [px + across, py + down];
        const left = anchor === "start" ? tx : anchor === "end" ? tx - width : tx - width / 2;
        const box = [left, ty - LINE + 2, left + width, ty + 3];
        if (free(box)) {
          taken.push(box);
          return [text(tx, ty, point.name, anchor, "name")];
        }
      }
      return [];
    });
  }

  /** Positions and round ticks of an axis that holds all values. */
  function axis(values, from, to) {
    let [low, high] = [Math.min(...values), Math.max(...values)];
    if (!values.length || low === high) [low, high] = [(low || 0) - 0.5, (high || 0) + 0.5];
    const margin = (high - low) * 0.05;
    [low, high] = [low - margin, high + margin];
    const rough = (high - low) / 6;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((each) => each * power >= rough);
    const ticks = [];
    for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
    const decimals = Math.max(0, -Math.floor(Math.log10(step)));
    return {ticks, label: (tick) => tick.toFixed(decimals), at: (value) => from + ((value - low) / (high - low)) * (to - from)};
  }

  const text = (x, y, words, anchor, kind = "tick") => page.drawn("text", {x, y, class: kind, "text-anchor": anchor}, words);
  const turned = (x, y, words) =>
    page.drawn("text", {class: "title", "text-anchor": "middle", transform: `translate(${x} ${y}) rotate(-90)`}, words);

  /** The systems' numbers as a table, drawn when it is opened. */
  function numbers(metric) {
    const folded = page.element("details", {}, page.element("summary", {}, "The systems' numbers"));
    folded.addEventListener("toggle", () => {
      if (folded.childElementCount > 1) return;
      const means = new Map(data.metrics[0].ranking.map((place) => [place[0], place[1]]));
      folded.append(page.element("table", {}, page.element("thead", {}, page.element("tr", {},
        page.element("th", {scope: "col"}, "System"), page.element("th", {scope: "col", class: "number"}, metric.name),
        page.element("th", {scope: "col", class: "number"}, data.people))),
      page.element("tbody", {}, metric.ranking.map(([system, mean]) => page.element("tr", {},
        page.element("th", {scope: "row"}, data.systems[system]), page.element("td", {class: "number"}, score(mean)),
        page.element("td", {class: "number"}, score(means.get(system))))))));
    }, {once: true});
    return folded;
  }

  function draw() {
    const people = compared().length > 0;
    page.byId("scatter-controls").hidden = !people;
    if (people) {
      drawTable();
      drawScatter();
    } else {
      page.byId("correlations").replaceChildren(page.element("p", {}, "There are no scores of people to compare with."));
    }
  }

  return {draw, drawScatter, compared};
})();

"use strict";
/* A metric's scores against people's: a point a system, or a point a summary. */
const scatter = (() => {
  const {data, chosen, score, means} = report;
  const SIZE = {width: 720, height: 480, left: 58, right: 16, top: 12, bottom: 46};
  const RIGHT = SIZE.width - SIZE.right;
  const BOTTOM = SIZE.height - SIZE.bottom;
  const LETTER = 6.2;
  const LINE = 13;
  /** Where a name may stand beside its point, best first. */
  const BESIDE = [
    [9, 4, "start"], [-9, 4, "end"], [0, -10, "middle"], [0, 18, "middle"],
    [7, -7, "start"], [-7, -7, "end"], [7, 15, "start"], [-7, 15, "end"],
    [0, -10, "end"], [0, 18, "end"], [0, -10, "start"], [0, 18, "start"],
  ];
  const LEVELS = {
    systems: {name: "system", told: "System level (across the systems' means)"},
    summaries: {name: "summary", told: "Summary level (across systems, mean over documents)"},
  };

  function draw() {
    const metric = data.metrics[chosen.metric].agreement ? data.metrics[chosen.metric] : agreement.compared()[0].metric;
    const shown = chosen.level === "systems" ? systems(metric) : summaries(metric);
    const told = caption(metric, shown.length);
    page.byId("scatter").replaceChildren(
      plot(metric, shown, told), page.element("figcaption", {}, told), numbers(metric));
  }

  function systems(metric) {
    const [ours, people] = [means(metric), means(data.metrics[0])];
    const points = data.systems.map((name, system) => ({name, system, x: ours.get(system), y: people.get(system)}));
    return points.filter(({x, y}) => x !== undefined && y !== undefined);
  }

  function summaries(metric) {
    const points = data.documents.flatMap((document, place) => data.systems.map((name, system) => ({
      name: `${name}, ${document.id}`,
      system,
      x: metric.scores[place][system],
      y: data.metrics[0].scores[place][system],
    })));
    return points.filter(({x, y}) => x !== null && y !== null);
  }

  function caption(metric, number) {
    const {name, told} = LEVELS[chosen.level];
    const correlations = ["pearson", "spearman", "kendall"].map((statistic, index) => {
      const {value, low, high} = metric.agreement[`${name}_${statistic}`];
      const interval = low === null ? "" : ` [${score(low)}, ${score(high)}]`;
      return `${"rρτ"[index]} ${score(value)}${interval}`;
    });
    const points = report.count(number, "point", "points");
    return `${metric.name} against ${data.people}, ${points}. ${told}: ${correlations.join("; ")}.`;
  }

  function plot(metric, shown, told) {
    const x = axis(shown.map((point) => point.x), SIZE.left, RIGHT);
    const y = axis(shown.map((point) => point.y), BOTTOM, SIZE.top);
    const frame = {class: "plot", viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img", "aria-label": told};
    const drawing = page.drawn("svg", frame,
      x.ticks.map((tick) => rule(x.at(tick), x.at(tick), SIZE.top, BOTTOM)),
      y.ticks.map((tick) => rule(SIZE.left, RIGHT, y.at(tick), y.at(tick))),
      x.ticks.map((tick) => text(x.at(tick), BOTTOM + 18, x.label(tick), "middle")),
      y.ticks.map((tick) => text(SIZE.left - 8, y.at(tick) + 4, y.label(tick), "end")),
      text((SIZE.left + RIGHT) / 2, SIZE.height - 8, metric.name, "middle", "title"),
      text(0, 0, data.people, "middle", "title", `translate(14 ${(SIZE.top + BOTTOM) / 2}) rotate(-90)`));
    // what is pointed out is drawn last, and named first
    const placed = shown.map((point) => ({...point, px: x.at(point.x), py: y.at(point.y)}));
    placed.sort((a, b) => (a.system === chosen.pointed) - (b.system === chosen.pointed));
    drawing.append(...placed.map(dot));
    if (chosen.level === "systems") drawing.append(...names(placed.reverse()));
    return drawing;
  }

  function dot(point) {
    const {px, py} = point;
    const small = chosen.level === "summaries" ? " small" : "";
    const tip = page.drawn("title", {}, `${point.name}: ${score(point.x)}, people ${score(point.y)}`);
    if (point.system === chosen.pointed) {
      const diamond = `M${px} ${py - 7}L${px + 7} ${py}L${px} ${py + 7}L${px - 7} ${py}Z`;
      return page.drawn("path", {class: `dot pointed${small}`, d: diamond}, tip);
    }
    return page.drawn("circle", {class: `dot${small}`, cx: px, cy: py, r: small ? 2.6 : 5}, tip);
  }

  /** Names beside their points, where they hide neither a point nor another name. */
  function names(placed) {
    const taken = placed.map(({px, py}) => [px - 6, py - 6, px + 6, py + 6]);
    return placed.flatMap(({px, py, name}) => {
      for (const [across, down, anchor] of BESIDE) {
        const box = boxOf(px + across, py + down, anchor, name.length * LETTER);
        if (isFree(box, taken)) {
          taken.push(box);
          return [text(px + across, py + down, name, anchor, "name")];
        }
      }
      return [];
    });
  }

  function boxOf(x, y, anchor, width) {
    const left = {start: x, middle: x - width / 2, end: x - width}[anchor];
    return [left, y - LINE + 2, left + width, y + 3];
  }

  function isFree([left, top, right, bottom], taken) {
    const inside = left >= SIZE.left && right <= RIGHT && top >= SIZE.top && bottom <= BOTTOM;
    return inside && !taken.some((other) =>
      left < other[2] && other[0] < right && top < other[3] && other[1] < bottom);
  }

  /** Positions and round ticks of an axis that holds all values. */
  function axis(values, from, to) {
    let low = values.length ? Math.min(...values) : 0;
    let high = values.length ? Math.max(...values) : 0;
    const margin = high > low ? (high - low) * 0.05 : 0.5;
    [low, high] = [low - margin, high + margin];
    const rough = (high - low) / 6;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((each) => each * power >= rough);
    const ticks = [];
    for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
    const decimals = Math.max(0, -Math.floor(Math.log10(step)));
    return {
      ticks,
      label: (tick) => tick.toFixed(decimals),
      at: (value) => from + ((value - low) / (high - low)) * (to - from),
    };
  }

  const rule = (x1, x2, y1, y2) => page.drawn("line", {class: "rule", x1, x2, y1, y2});
  const text = (x, y, words, anchor, kind = "tick", transform = null) =>
    page.drawn("text", {x, y, class: kind, "text-anchor": anchor, transform}, words);

  /** The systems' numbers as a table, drawn when it is opened. */
  function numbers(metric) {
    const folded = page.element("details", {}, page.element("summary", {}, "The systems' numbers"));
    folded.addEventListener("toggle", () => folded.append(numbersTable(metric)), {once: true});
    return folded;
  }

  function numbersTable(metric) {
    const people = means(data.metrics[0]);
    const column = (name, kind) => page.element("th", {scope: "col", class: kind}, name);
    return page.element("table", {},
      page.element("thead", {}, page.element("tr", {},
        column("System"), column(metric.name, "number"), column(data.people, "number"))),
      page.element("tbody", {}, metric.ranking.map(([system, mean]) => page.element("tr", {},
        page.element("th", {scope: "row"}, data.systems[system]),
        page.element("td", {class: "number"}, score(mean)),
        page.element("td", {class: "number"}, score(people.get(system)))))));
  }

  return {draw};
})();

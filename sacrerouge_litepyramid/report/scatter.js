"use strict";
/* A metric's scores against people's: a point a system, or a point a summary. */
const scatter = (() => {
  const {data, chosen, score, means} = report;
  /** Distances of the axes from the edges of the drawing. */
  const EDGE = {left: 64, right: 16, top: 12, bottom: 46};
  /** What a tick needs along its axis. */
  const SPACE = {x: 75, y: 60};
  const LINE = 12;
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

  const pen = document.createElement("canvas").getContext("2d");
  let plotted = 0;

  function draw() {
    const metric = data.metrics[chosen.metric].agreement ? data.metrics[chosen.metric] : agreement.compared()[0].metric;
    const shown = chosen.level === "systems" ? systems(metric) : summaries(metric);
    const told = caption(metric, shown.length);
    plotted = page.byId("scatter").clientWidth;
    const {drawing, nameless} = plot(metric, shown, told, roomOf(plotted));
    const left = nameless ? ` Points without room for a name: ${nameless}; all are in the table below.` : "";
    page.byId("scatter").replaceChildren(
      drawing, page.element("figcaption", {}, told + left), numbers(metric));
  }

  /** Draws again where the page has become wider or narrower. */
  function follow() {
    new ResizeObserver(() => page.byId("scatter").clientWidth !== plotted && draw()).observe(page.byId("scatter"));
  }

  /** A drawing as wide as its place, so that letters keep their size on a small screen. */
  function roomOf(place) {
    const width = Math.max(280, place);
    const height = Math.max(320, Math.round(width * 0.65));
    return {width, height, left: EDGE.left, right: width - EDGE.right, top: EDGE.top, bottom: height - EDGE.bottom};
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

  function plot(metric, shown, told, room) {
    const {width, height, left, right, top, bottom} = room;
    const x = axis(shown.map((point) => point.x), left, right, SPACE.x);
    const y = axis(shown.map((point) => point.y), bottom, top, SPACE.y);
    const frame = {class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": told};
    const drawing = page.drawn("svg", frame,
      x.ticks.map((tick) => rule(x.at(tick), x.at(tick), top, bottom)),
      y.ticks.map((tick) => rule(left, right, y.at(tick), y.at(tick))),
      x.ticks.map((tick) => text(x.at(tick), bottom + 18, x.label(tick), "middle")),
      y.ticks.map((tick) => text(left - 8, y.at(tick) + 4, y.label(tick), "end")),
      text((left + right) / 2, height - 8, fitted(metric.name, right - left), "middle", "title"),
      text(0, 0, fitted(data.people, bottom - top), "middle", "title",
        `translate(16 ${(top + bottom) / 2}) rotate(-90)`));
    // what is pointed out is drawn last, and named first
    const placed = shown.map((point) => ({...point, px: x.at(point.x), py: y.at(point.y)}));
    placed.sort((a, b) => (a.system === chosen.pointed) - (b.system === chosen.pointed));
    drawing.append(...placed.map(dot));
    const named = chosen.level === "systems" ? names(placed.reverse(), room) : [];
    drawing.append(...named);
    return {drawing, nameless: chosen.level === "systems" ? placed.length - named.length : 0};
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
  function names(placed, room) {
    const taken = placed.map(({px, py}) => [px - 6, py - 6, px + 6, py + 6]);
    return placed.flatMap(({px, py, name}) => {
      const shown = fitted(name, (room.right - room.left) * 0.6);
      const width = widthOf(shown);
      for (const [across, down, anchor] of BESIDE) {
        const box = boxOf(px + across, py + down, anchor, width);
        if (isFree(box, taken, room)) {
          taken.push(box);
          return [text(px + across, py + down, shown, anchor, "name")];
        }
      }
      return [];
    });
  }

  function widthOf(words) {
    pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    return pen.measureText(words).width;
  }

  /** The words, cut where they are wider than the room for them. */
  function fitted(words, room) {
    if (widthOf(words) <= room) return words;
    const letters = [...words];
    while (letters.length > 1 && widthOf(`${letters.join("")}…`) > room) letters.pop();
    return `${letters.join("")}…`;
  }

  function boxOf(x, y, anchor, width) {
    const left = {start: x, middle: x - width / 2, end: x - width}[anchor];
    return [left, y - LINE + 2, left + width, y + 3];
  }

  function isFree([left, top, right, bottom], taken, room) {
    const inside = left >= room.left && right <= room.right && top >= room.top && bottom <= room.bottom;
    return inside && !taken.some((other) =>
      left < other[2] && other[0] < right && top < other[3] && other[1] < bottom);
  }

  /** Positions and round ticks of an axis that holds all values; `space`: what a tick needs along it. */
  function axis(values, from, to, space) {
    let low = values.length ? Math.min(...values) : 0;
    let high = values.length ? Math.max(...values) : 0;
    const margin = high > low ? (high - low) * 0.05 : 0.5;
    [low, high] = [low - margin, high + margin];
    const rough = ((high - low) * space) / Math.abs(to - from);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((each) => each * power >= rough);
    const first = Math.ceil(low / step);
    // multiples, for a sum of steps passes by zero and would be labelled -0.0
    const ticks = Array.from({length: Math.floor(high / step) - first + 1}, (_, index) => (first + index) * step);
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

  /** The systems' numbers as a table, folded. */
  function numbers(metric) {
    return page.element("details", {}, page.element("summary", {}, "The systems' numbers"), numbersTable(metric));
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

  return {draw, follow};
})();

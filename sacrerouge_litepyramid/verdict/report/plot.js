"use strict";
/* What the report's plots share: the room, axes with round ticks, and words cut to their place. */
const plot = (() => {
  /** Distances of the axes from the edges of the drawing. */
  const EDGE = {left: 64, right: 16, top: 12, bottom: 46};
  /** What a tick needs along its axis. */
  const SPACE = {x: 75, y: 60};
  const MIN_WIDTH = 280;
  const MAX_POINTS = 5000;

  const pen = document.createElement("canvas").getContext("2d");

  /** A drawing as wide as its place, so that letters keep their size on a small screen; `share`: height by width. */
  function roomOf(place, share = 0.65, least = 320) {
    const width = Math.max(MIN_WIDTH, place);
    const height = Math.max(least, Math.round(width * share));
    return {width, height, left: EDGE.left, right: width - EDGE.right, top: EDGE.top, bottom: height - EDGE.bottom};
  }

  /** Draws again where a place has become wider or narrower. */
  function follow(id, draw) {
    let drawn = page.byId(id).clientWidth;
    new ResizeObserver(() => {
      if (page.byId(id).clientWidth === drawn) return;
      drawn = page.byId(id).clientWidth;
      draw();
    }).observe(page.byId(id));
  }

  /** A drawing with both axes; an axis has values to hold, a title, and maybe `exact`, without a margin. */
  function make(room, label, across, up) {
    const {width, height, left, right, top, bottom} = room;
    const x = axis(across, left, right, SPACE.x);
    const y = axis(up, bottom, top, SPACE.y);
    const frame = {class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label};
    const drawing = page.drawn("svg", frame,
      x.ticks.map((tick) => rule(x.at(tick), x.at(tick), top, bottom)),
      y.ticks.map((tick) => rule(left, right, y.at(tick), y.at(tick))),
      x.ticks.map((tick) => text(x.at(tick), bottom + 18, x.label(tick), "middle")),
      y.ticks.map((tick) => text(left - 8, y.at(tick) + 4, y.label(tick), "end")),
      text((left + right) / 2, height - 8, fitted(across.title, right - left), "middle", "title"),
      text(0, 0, fitted(up.title, bottom - top), "middle", "title", `translate(16 ${(top + bottom) / 2}) rotate(-90)`));
    return {drawing, x, y};
  }

  /** Positions and round ticks of an axis that holds all values; `space`: what a tick needs along it. */
  function axis({values, exact}, from, to, space) {
    let low = values.length ? values.reduce((a, b) => Math.min(a, b)) : 0;
    let high = values.length ? values.reduce((a, b) => Math.max(a, b)) : 0;
    const margin = exact ? 0 : high > low ? (high - low) * 0.05 : 0.5;
    [low, high] = [low - margin, high + margin];
    const rough = ((high - low) * space) / Math.abs(to - from);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
    const first = Math.ceil(low / step);
    // multiples, for a sum of steps passes by zero and would be labelled -0.0
    const ticks = Array.from({length: Math.floor(high / step) - first + 1}, (_, index) => (first + index) * step);
    const decimals = Math.max(0, -Math.floor(Math.log10(step)));
    return {
      low,
      high,
      ticks,
      label: (tick) => tick.toFixed(decimals),
      at: (value) => from + ((value - low) / (high - low)) * (to - from),
    };
  }

  /** Where both axes have the same value, as far as both show it. */
  function diagonal(x, y) {
    const [low, high] = [Math.max(x.low, y.low), Math.min(x.high, y.high)];
    if (low >= high) return [];
    return [page.drawn("line", {class: "diagonal", x1: x.at(low), y1: y.at(low), x2: x.at(high), y2: y.at(high)})];
  }

  /** As many of the points as a page draws without delay, evenly from all. */
  function thin(points) {
    const step = Math.ceil(points.length / MAX_POINTS);
    return step > 1 ? points.filter((_, place) => place % step === 0) : points;
  }

  /** What a caption says where points are not drawn. */
  const thinned = (points) => (points.length > MAX_POINTS
    ? ` ${say("plot.thinned", {count: thin(points).length.toLocaleString("en")})}` : "");

  const rule = (x1, x2, y1, y2, kind = "rule") => page.drawn("line", {class: kind, x1, x2, y1, y2});
  const text = (x, y, words, anchor, kind = "tick", transform = null) =>
    page.drawn("text", {x, y, class: kind, "text-anchor": anchor, transform}, words);

  function widthOf(words) {
    pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    return pen.measureText(words).width;
  }

  /** The words, cut in the middle where they are wider than the room for them: names often differ at the end. */
  function fitted(words, room) {
    if (widthOf(words) <= room) return words;
    const letters = [...words];
    let kept = letters.length;
    const cut = () => [...letters.slice(0, Math.floor(kept / 2)), "…", ...letters.slice(letters.length - Math.ceil(kept / 2))].join("");
    while (kept > 1 && widthOf(cut()) > room) kept -= 1;
    return cut();
  }

  return {roomOf, follow, make, diagonal, thin, thinned, rule, text, widthOf, fitted};
})();

"use strict";
/* The verdict on the chosen metric, in the sentences that were written when the page was made. */
const verdict = (() => {
  const {data, chosen, score} = report;
  const MEASURES = {p2c: "verdict.p2c", l2c: "verdict.l2c", p3c: "verdict.p3c", l3c: "verdict.l3c"};

  const TRUST = {high: "verdict.trust_high", moderate: "verdict.trust_moderate", undecided: "verdict.trust_undecided",
    low: "verdict.trust_low", unknown: "verdict.trust_unknown"};

  function draw() {
    const metric = data.metrics[chosen.metric];
    const {leaders, conflict, test, judge, limits, agreement, trust, warnings} = metric.verdict;
    const isEstimated = data.judged?.name === metric.name;
    const isDoubtful = data.low_agreement && (isEstimated || agreement || metric.name === data.human);
    const [, measure, vital] = metric.name.match(/(?:^|_)([pl][23]c)(_vital)?$/) ?? [];
    page.byId("verdict-text").replaceChildren(
      page.element("p", {class: !isDoubtful && "lead"}, isEstimated ? data.judged.leader : leaders[0]),
      ...(isEstimated || !conflict ? [] : [page.element("p", {}, conflict)]),
      ...(isEstimated || !trust ? [] : [trusted(trust)]),
      warned([...warnings, ...(data.judged?.warnings ?? [])]));
    page.byId("figures").replaceChildren(...figures(metric));
    const definition = (measure ? say(MEASURES[measure]) : "") + (vital ? ` ${say("verdict.vital")}` : "");
    const others = [definition, agreement, leaders.slice(isEstimated ? 0 : 1).join(" "), judge, limits, test && `${test} ${say("verdict.rules")}`];
    page.byId("methods-text").replaceChildren(...others.filter(Boolean).map((text) => page.element("p", {}, text)));
  }

  /** The level of trust as a badge, and the numbers behind it. */
  const trusted = ({level, reason}) => page.element("p", {class: "trusted"},
    page.element("strong", {class: `badge ${level}`}, say(TRUST[level])), ` ${reason}`);

  /** How far the metric agrees with human scores and labels, a figure a correlation. */
  function figures({name, agreement}) {
    if (!agreement) return [];
    const judge = data.judges.find((candidate) => name === `${candidate.name}_${candidate.measure}`);
    const shown = [["system_r", agreement.system_pearson], ["summary_r", agreement.summary_pearson],
      ["global_r", agreement.global_pearson]];
    if (judge) shown.push(["kappa", triple(judge.model.kappa)]);
    return [page.element("dl", {class: "figures", "aria-label": say("verdict.figures")},
      shown.filter(([, found]) => found && found.value !== null).map(([word, found]) => page.element("div", {},
        page.element("dt", {}, terms.make(word)),
        page.element("dd", {}, page.element("strong", {}, score(found.value)),
          page.element("span", {class: "quiet small"}, report.spread(found))))))];
  }

  const triple = ([value, low, high]) => ({value, low, high});

  /** All warnings in one box, the gravest shown and the others folded. */
  function warned([first, ...others]) {
    if (!first) return page.element("p", {class: "notice"}, say("verdict.no_warnings"));
    const box = page.element("div", {class: "notice warning"}, page.element("strong", {}, `${say("verdict.warning")} `), first);
    if (others.length) box.append(more(others));
    return box;
  }

  function more(warnings) {
    const title = report.count(warnings.length, "verdict.more_warnings");
    return page.element("details", {class: "warnings"}, page.element("summary", {}, title),
      page.element("ul", {}, warnings.map((warning) => page.element("li", {}, warning))));
  }

  return {draw};
})();

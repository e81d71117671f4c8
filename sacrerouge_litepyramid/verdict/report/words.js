"use strict";
/* The page's words: the text of "section.key" in its language, {names} in it replaced by values. */
const say = (key, values) => say.parts(key, values).join("");

/** As strings and values in their order, where a value is a node. */
say.parts = (key, values = {}) => {
  const [section, name] = key.split(".");
  return report.data.words[section][name].split(/\{(\w+)\}/).map((part, place) => (place % 2 ? values[part] : part));
};

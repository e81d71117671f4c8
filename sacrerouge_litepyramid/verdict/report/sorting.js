"use strict";
/* Tables whose headers sort their rows, by pointer and by keyboard, and whose cells carry their headers on a narrow screen. */
const sorting = (() => {
  /** Makes the headers of a table buttons; `sorted`: the place of the column that it is sorted by from the start. */
  function enable(table, sorted = -1) {
    const headers = [...table.tHead.rows[0].cells];
    headers.forEach((header, place) => {
      if (header.textContent.trim() && !header.classList.contains("axis")) wire(table, header);
      if (place === sorted) header.setAttribute("aria-sort", header.classList.contains("number") ? "descending" : "ascending");
    });
    label(table, headers.map((header) => header.textContent));
    return table;
  }

  /** Puts each column's header into its cells, which show it where a row is stacked. */
  function label(table, names) {
    table.classList.add("stack");
    for (const row of [...table.rows].filter(({parentElement}) => parentElement !== table.tHead)) {
      [...row.cells].forEach((cell, place) => {
        if (cell.tagName === "TD" && !cell.classList.contains("axis")) cell.dataset.label = names[place];
      });
    }
  }

  function wire(table, header) {
    let button = header.querySelector("button");
    if (!button) {
      button = page.element("button", {type: "button"}, ...header.childNodes);
      header.replaceChildren(button);
    }
    button.classList.add("sort");
    button.addEventListener("click", () => sort(table, header));
  }

  /** Numbers begin with the largest, ranks and names with the first; a second press turns the order. */
  function sort(table, header) {
    const first = header.classList.contains("number") ? "descending" : "ascending";
    const other = first === "ascending" ? "descending" : "ascending";
    const order = header.getAttribute("aria-sort") === first ? other : first;
    for (const cell of header.parentElement.cells) cell.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    const rows = [...table.tBodies[0].rows].map((row) => ({row, value: valueOf(row.cells[header.cellIndex])}));
    rows.sort((a, b) => compare(a.value, b.value, sign));
    table.tBodies[0].append(...rows.map(({row}) => row));
    page.announce(say(order === "ascending" ? "sorting.ascending" : "sorting.descending", {column: header.textContent}));
  }

  /** A cell's number, else its text; null where it has none. */
  function valueOf(cell) {
    const text = (cell?.dataset.sort ?? cell?.textContent ?? "").trim();
    const number = Number.parseFloat(text.replace(/^< /, ""));
    if (!Number.isNaN(number)) return number;
    return cell?.tagName === "TH" || cell?.classList.contains("verdict") ? text : null;
  }

  /** What is missing stands last in either order. */
  function compare(a, b, sign) {
    if (a === null || b === null) return (a === null) - (b === null);
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    return sign * String(a).localeCompare(String(b), "en", {numeric: true});
  }

  return {enable};
})();

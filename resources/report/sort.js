// Makes the headings of tables buttons that sort. The first press brings the better end up, the next turns it round.
"use strict";

// What a row is sorted by: the number behind a cell (a missing one comes last), or its text.
function key(row, column) {
  const cell = row.cells[column];
  const value = cell.dataset.value;
  return value === undefined ? cell.textContent.trim() : value === "" ? null : Number(value);
}

function compare(one, other) {
  if (one === null || other === null) return 0;
  return typeof one === "number" ? one - other : one.localeCompare(other, "en", { numeric: true });
}

function sort(table, heading) {
  const before = heading.getAttribute("aria-sort");
  const opposite = { ascending: "descending", descending: "ascending" };
  const order = before ? opposite[before] : heading.dataset.first;
  for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", order);
  const sign = order === "ascending" ? 1 : -1;
  const rows = Array.from(table.tBodies[0].rows, (row) => [key(row, heading.cellIndex), row]);
  rows.sort(([one], [other]) => (one === null) - (other === null) || sign * compare(one, other));
  table.tBodies[0].append(...rows.map(([, row]) => row));
}

for (const table of document.querySelectorAll("table.sortable")) {
  for (const heading of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    button.addEventListener("click", () => sort(table, heading));
    heading.append(button);
  }
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isFilteredView,
  listViewPath,
  parseTableSort,
  readTableView,
  tableSortParam,
  tableViewUrlQuery,
} from "./table-view";

const usual = { key: "started", descending: true };
const sorts = ["started", "updated", "title"];
const rules = { filters: ["state", "text"], sorts, usual };
const at = (query: string) => new URL(`https://up.example/manage/acme/incidents${query}`);

describe("the view of a list in its URL", () => {
  test.each([
    ["", usual, {}],
    ["?sort=-started", usual, {}],
    ["?sort=started", { key: "started", descending: false }, { sort: "started" }],
    ["?sort=-title&state=open", { key: "title", descending: true }, { state: "open", sort: "-title" }],
    ["?sort=password", usual, {}],
    ["?sort=--started", usual, {}],
    ["?state=&text=%20%20", usual, {}],
    ["?before=5.a&select=all&text=%20disk%20", usual, { text: "disk" }],
    [`?text=${"x".repeat(900)}`, usual, { text: "x".repeat(200) }],
  ])("%s", (query, sort, params) => {
    expect(readTableView(at(query), rules)).toEqual({ sort, params });
  });

  test("its query string gives the same view again", () => {
    const values = fc.record({
      sort: fc.constantFrom(...sorts, ...sorts.map((key) => `-${key}`), "", "other"),
      state: fc.string(),
      text: fc.string(),
    });
    fc.assert(
      fc.property(values, (given) => {
        const view = readTableView(at(`?${new URLSearchParams(given)}`), rules);
        expect(readTableView(at(tableViewUrlQuery(view)), rules)).toEqual(view);
      }),
    );
  });

  test("a change takes the place of a parameter, and an empty one takes it out", () => {
    const view = readTableView(at("?state=open&sort=title"), rules);
    expect(tableViewUrlQuery(view, { sort: "-title", before: "5.a" })).toBe("?state=open&sort=-title&before=5.a");
    expect(tableViewUrlQuery(view, { state: "" })).toBe("?sort=title");
  });

  test("a sorted list is whole, a filtered one is not", () => {
    expect(isFilteredView(readTableView(at("?sort=title"), rules))).toBe(false);
    expect(isFilteredView(readTableView(at("?text=x"), rules))).toBe(true);
  });

  test.each([
    ["", ""],
    ["?state=open&sort=-title&after=5.a", "?state=open&sort=-title&after=5.a"],
    ["?done=saved&state=open&select=all", "?state=open"],
    ["?done=saved&undo=1&unwatched=2", ""],
  ])("an answer to %s leads to %s", (query, path) => {
    expect(listViewPath(at(query))).toBe(`/manage/acme/incidents${path}`);
  });

  test("the link that ticks every box keeps the place among the pages", () => {
    expect(listViewPath(at("?done=saved&after=5.a"), { select: "all" })).toMatch(/\?after=5\.a&select=all$/);
  });

  test("a sort and its value in a URL belong together", () => {
    for (const key of sorts) {
      for (const descending of [true, false]) {
        expect(parseTableSort(tableSortParam({ key, descending }), sorts, usual)).toEqual({ key, descending });
      }
    }
  });
});

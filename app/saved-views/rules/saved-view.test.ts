import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTableView, tableViewUrlQuery } from "~/ui/table/table-view";
import { savedViewLimitTrouble, savedViewTrouble, savedViewUrlQuery } from "./saved-view";
import { savedViewListPath, savedViewRooms, toSavedViewRoom } from "./saved-view-room";

describe("what a view keeps of a list’s query", () => {
  test.each([
    ["", ""],
    ["?", ""],
    ["?state=open&sort=-started", "sort=-started&state=open"],
    ["state=open", "state=open"],
    ["?before=5.a&after=x&select=all&done=view-saved&state=open", "state=open"],
    ["?undo=1&unwatched=2&remove=a&remove=b", ""],
    ["?state=&text=%20%20", ""],
    ["?text=%20disk%20full%20", "text=disk+full"],
    ["?state=open&state=closed", "state=open"],
    ["?=x&state=open#place", "state=open"],
    ["?text=a%26b%3Dc", "text=a%26b%3Dc"],
    ["?text=über", "text=%C3%BCber"],
  ])("%s is %s", (query, kept) => {
    expect(savedViewUrlQuery(query, "incidents")).toBe(kept);
  });

  test.each([
    ["subscribers", "?search=ada%40example.com&state=active", "state=active"],
    ["subscribers", "?search=ada%40example.com", ""],
    ["people", "?search=ada&state=active", "search=ada&state=active"],
  ] as const)("of %s, %s is %s", (room, query, kept) => {
    expect(savedViewUrlQuery(query, room)).toBe(kept);
  });

  const names = fc.constantFrom("state", "text", "sort", "before", "after", "select", "done", "é", "");
  const queries = fc
    .array(fc.tuple(names, fc.string({ unit: "binary" })), { maxLength: 8 })
    .map((pairs) => new URLSearchParams(pairs).toString());
  const rules = { filters: ["state", "text"], sorts: ["started"], usual: { key: "title", descending: false } };
  const viewAt = (query: string) => readTableView(new URL(`https://up.example/list?${query}`), rules);

  test("what it keeps it keeps again, as parameters alone, and never where somebody was in the list", () => {
    fc.assert(
      fc.property(fc.oneof(queries, fc.string({ unit: "binary" })), (query) => {
        const kept = savedViewUrlQuery(query, "incidents");
        expect(savedViewUrlQuery(kept, "incidents")).toBe(kept);
        expect(kept).not.toMatch(/[?#\s<>"]/);
        const params = new URLSearchParams(kept);
        for (const name of ["before", "after", "select", "done", ""]) expect(params.has(name)).toBe(false);
      }),
    );
  });

  test("the list shows the same by what is kept, and its own link is that same view", () => {
    fc.assert(
      fc.property(queries, (query) => {
        const first = new Map<string, string>();
        for (const [name, value] of new URLSearchParams(query)) if (!first.has(name)) first.set(name, value);
        fc.pre([...first.values()].every((value) => value.length <= 200));
        const [view, kept] = [viewAt(query), savedViewUrlQuery(query, "incidents")];
        expect(viewAt(kept)).toEqual(view);
        expect(savedViewUrlQuery(tableViewUrlQuery(viewAt(kept)), "incidents")).toBe(
          savedViewUrlQuery(tableViewUrlQuery(view), "incidents"),
        );
      }),
    );
  });

  test("the order of parameters makes no other view", () => {
    const pairs = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.string()), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(pairs, (given) => {
        const text = (list: [string, string][]) => savedViewUrlQuery(new URLSearchParams(list).toString(), "incidents");
        expect(text([...given].reverse())).toBe(text(given));
      }),
    );
  });
});

describe("whether a view can be saved", () => {
  const view = { id: "1", room: "incidents", name: "Open", query: "state=open" };
  const other = { id: "2", room: "incidents", name: "Open" };
  const fieldsOf = (given: object, others: (typeof other)[] = []) => {
    const trouble = savedViewTrouble({ ...view, ...given }, others);
    return trouble && !trouble.ok && trouble.failure.name === "invalid"
      ? Object.keys(trouble.failure.fields).sort()
      : [];
  };
  test.each([
    ["a new name", {}, [{ ...other, name: "Closed" }], []],
    ["the same name", {}, [other], ["name"]],
    ["the same name in other letters", { name: "OPEN" }, [other], ["name"]],
    ["the name of another list’s view", {}, [{ ...other, room: "monitors" }], []],
    ["its own name", {}, [{ ...other, id: "1" }], []],
    ["nothing to keep", { query: "" }, [], ["query"]],
    ["a query of 1,000 characters", { query: "x".repeat(1000) }, [], []],
    ["a longer one", { query: "x".repeat(1001) }, [], ["query"]],
    ["all that is wrong at once", { query: "" }, [other], ["name", "query"]],
  ])("%s", (_, given, others, fields) => {
    expect(fieldsOf(given, others)).toEqual(fields);
  });

  test.each([
    [false, 49, null],
    [false, 50, "saved_view.limit_own"],
    [true, 49, null],
    [true, 50, "saved_view.limit_page"],
  ])("the limit (of the page: %s) with %i", (isOfPage, present, key) => {
    const trouble = savedViewLimitTrouble(isOfPage, present);
    if (key === null) expect(trouble).toBe(null);
    else expect(JSON.stringify(trouble)).toContain(key);
  });
});

describe("the list of a view", () => {
  test("each but one is at its name", () => {
    const paths = savedViewRooms.map((room) => savedViewListPath(room));
    expect(paths).toEqual(savedViewRooms.map((room) => (room === "deliveries" ? null : room)));
    expect(savedViewListPath("deliveries", "01abc")).toBe("sources/01abc/deliveries");
    expect(savedViewListPath("deliveries", "../../other")).toBe(null);
  });
  test("a text that names no list is none", () => {
    expect([toSavedViewRoom("audit"), toSavedViewRoom("settings"), toSavedViewRoom(undefined)]).toEqual([
      "audit",
      undefined,
      undefined,
    ]);
  });
});

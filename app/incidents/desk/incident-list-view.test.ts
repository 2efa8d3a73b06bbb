import { expect, test } from "vitest";
import { incidentListInputOf, incidentListView } from "./incident-list-view";

const viewAt = (query: string) => incidentListView(new URL(`https://up.example/manage/acme/incidents${query}`));
const inputAt = (query: string, zone = "UTC") => incidentListInputOf(viewAt(query), zone);

const usual = { sort: "started", descending: true };

test.each([
  ["", usual],
  ["?filter=all", usual],
  ["?filter=open", { ...usual, filter: "open" }],
  ["?filter=withdrawn&impact=huge&from=2026-02-31&until=soon&sort=-title", usual],
  ["?filter=closed&before=5.a", { ...usual, filter: "closed" }],
  [
    "?sort=impact&impact=none&search=%20disk%20full%20",
    { sort: "impact", descending: false, impact: "none", search: "disk full" },
  ],
  ["?component=01abc", { ...usual, componentId: "01abc" }],
])("%s", (query, input) => {
  expect(inputAt(query)).toEqual(input);
});

test("days are whole days of the page's time zone, the last one included", () => {
  expect(inputAt("?from=2026-03-29&until=2026-03-29", "Europe/Berlin")).toEqual({
    ...usual,
    from: Date.parse("2026-03-28T23:00Z"),
    to: Date.parse("2026-03-29T22:00Z"),
  });
});

test("a value that the list does not know is not in its links either", () => {
  expect(viewAt("?filter=all&impact=huge&sort=duration").params).toEqual({ sort: "duration" });
});

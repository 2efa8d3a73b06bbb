import fc from "fast-check";
import { expect, test } from "vitest";
import { isReadableOnWhite } from "~/text/contrast";
import { moveDocumentOf } from "../../../tests/support/import-documents";
import { accentOfColour, movedPageSettings } from "./page-settings";

test.each([
  ["#1f5f4a", "#1f5f4a"],
  ["1F5F4A", "#1f5f4a"],
  ["#03f", "#0033ff"],
  ["green", null],
  ["#12345", null],
  ["url(x)", null],
  ["", null],
])("the colour %s is %s here", (text, expected) => {
  expect(accentOfColour(text)).toBe(expected);
});

test("any colour can be read on white", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const accent = accentOfColour(`#${value.toString(16).padStart(6, "0")}`);
      expect(accent).toMatch(/^#[0-9a-f]{6}$/);
      expect(isReadableOnWhite(accent ?? "")).toBe(true);
    }),
  );
});

const settingsOf = (given: object, timeZone: string | null = null) => {
  const { page } = moveDocumentOf({ page: { id: "p", name: "Theirs", ...given } });
  return page && movedPageSettings(page, timeZone);
};

test("what the origin leaves empty, or what is not valid here, does not come", () => {
  expect(settingsOf({ name: "", about: " ", accentColor: "red" }, "Mars/Olympus")).toEqual({});
  expect(settingsOf({ about: "a".repeat(3000) })).toEqual({ name: "Theirs", about: `${"a".repeat(1999)}…` });
  expect(settingsOf({}, "Europe/Berlin")).toEqual({ name: "Theirs", timeZone: "Europe/Berlin" });
});

test("links come that the page's form takes, eight at most", () => {
  const url = "https://example.com/";
  const label = "L".repeat(70);
  const given = [
    { label, url },
    { label: " ", url },
    { label: "Mail", url: "mailto:a@example.com" },
  ];
  expect(settingsOf({ links: given })?.links).toEqual([{ label: `${"L".repeat(59)}…`, url }]);
  expect(settingsOf({ links: Array.from({ length: 9 }, () => ({ label: "Home", url })) })?.links).toHaveLength(8);
  expect(settingsOf({ links: [] })).toEqual({ name: "Theirs" });
});

test("a page that search engines were asked not to list stays so, and none is listed by an import", () => {
  expect(settingsOf({ isUnlisted: true })).toEqual({ name: "Theirs", noindex: true });
  expect(settingsOf({ isUnlisted: false })).toEqual({ name: "Theirs" });
});

test("slug, host, logo and visibility are no settings that come", () => {
  const given = {
    slug: "theirs",
    host: "status.example.com",
    logoUrl: "https://example.com/logo.png",
    isPrivate: false,
  };
  expect(settingsOf(given)).toEqual({ name: "Theirs" });
});

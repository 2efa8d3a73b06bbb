import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { moveCounts, originFixture, originSettings } from "../../../tests/support/origin-reading";
import { emptyMoveDocument, type MoveDocument, moveDocumentSchema, withMovePart } from "../contract/move-document";
import type { OriginFile, OriginSettings } from "../contract/origin";
import { csvOrigin } from "./csv";

const fixture = (name: string): OriginFile => ({ path: `${name}.csv`, text: originFixture(`csv/${name}.csv`) });
const read = (files: OriginFile[], given: Partial<OriginSettings> = {}) =>
  csvOrigin.readFiles?.(files, originSettings(given));

function documentOf(files: OriginFile[], given: Partial<OriginSettings> = {}): MoveDocument {
  const result = read(files, given);
  if (!result?.ok) throw new Error(result?.refusal.message ?? "it reads no files");
  return moveDocumentSchema.parse(withMovePart(emptyMoveDocument("csv"), result.value));
}

function refusalOf(files: OriginFile[], given: Partial<OriginSettings> = {}): string {
  const result = read(files, given);
  return result?.ok ? "" : (result?.refusal.message ?? "");
}

const all = [fixture("subscribers"), fixture("incidents"), fixture("components")];

describe("the three files", () => {
  const document = documentOf(all, { timeZone: "Europe/Berlin" });

  test("it counts what is taken, approximated and left out", () => {
    expect(moveCounts(document)).toEqual({
      groups: 1,
      components: 3,
      incidents: 2,
      subscribers: 2,
      approximated: 2,
      left_out: 1,
    });
  });

  test("a status is read in any writing", () => {
    expect(
      document.components.map(({ name, groupId, manualStatus, description }) => [
        name,
        groupId,
        manualStatus,
        description,
      ]),
    ).toEqual([
      ["API", "core", null, "REST and GraphQL"],
      ["Website", "core", "degraded_performance", ""],
      ["Mail", null, null, "Waits, sometimes"],
    ]);
  });

  test("incidents name components, and a time without a zone is of the page’s", () => {
    const [outage, slow] = document.incidents;
    expect(outage).toMatchObject({
      impact: "major",
      resolvedAt: Date.parse("2026-07-02T14:30:00Z"),
      components: [
        { componentId: "api", status: "partial_outage" },
        { componentId: "website", status: "partial_outage" },
      ],
    });
    expect(outage?.updates.map(({ status, body }) => [status, body])).toEqual([
      ["investigating", "A certificate had run out.\nIt is renewed."],
      ["resolved", ""],
    ]);
    expect(slow).toMatchObject({ startedAt: Date.parse("2026-08-20T07:40:00Z"), resolvedAt: null });
  });

  test("who never confirmed stays behind, and no address stands in a note", () => {
    expect(document.subscribers).toEqual([
      { kind: "email", address: "ana@example.com", state: "active", componentIds: [], consentedAt: null },
      {
        kind: "email",
        address: "ben@example.com",
        state: "active",
        componentIds: ["api", "website"],
        consentedAt: null,
      },
    ]);
    expect(JSON.stringify(document.notes)).not.toContain("@example.com");
  });
});

const incidents = (text: string): OriginFile[] => [{ path: "list.csv", text }];

describe("files as people make them", () => {
  test.each([",", ";", "\t", "|"])("cells are separated by %j", (mark) => {
    const text = `\uFEFF${["Titel", "Beginn", "Ende"].join(mark)}\r\n${["Ausfall", "2026-07-02 12:00", "2026-07-02 13:00"].join(mark)}\r\n\r\n`;
    const [incident] = documentOf(incidents(text)).incidents;
    expect(incident).toMatchObject({ title: "Ausfall", resolvedAt: Date.parse("2026-07-02T13:00:00Z") });
  });

  test.each([
    ["31/12/2026 09:30", "", "2026-12-31T09:30:00Z"],
    ["12/31/2026 9:30 PM", "", "2026-12-31T21:30:00Z"],
    ["02.07.2026 09:30", "", "2026-07-02T09:30:00Z"],
    ["02/07/2026", "dmy", "2026-07-02T00:00:00Z"],
    ["02/07/2026", "mdy", "2026-02-07T00:00:00Z"],
    ["2026-07-02T09:30:00+02:00", "", "2026-07-02T07:30:00Z"],
    ["12/12/2026 12:00 am", "", "2026-12-12T00:00:00Z"],
  ])("%s is a time (%s)", (text, dates, expected) => {
    const document = documentOf(incidents(`title,start\nA,"${text}"\n`), { choices: { dates } });
    expect(document.incidents[0]?.startedAt).toBe(Date.parse(expected));
  });

  test("two readings of a date are refused with their line, until one is chosen", () => {
    expect(refusalOf(incidents('title,start\n"A\nB",02/07/2026\nC,03/08/2026\n'))).toBe(
      "list.csv, line 2: “02/07/2026” can be two dates: choose the order of day and month. list.csv, line 4: “03/08/2026” can be two dates: choose the order of day and month.",
    );
  });

  test("columns are chosen by a person where their names say nothing", () => {
    const text = "Was,Wann\nAusfall,2026-07-02\n";
    expect(refusalOf(incidents(text))).toMatch(/say whether it lists/);
    expect(refusalOf(incidents(text), { choices: { noun: "incidents" } })).toMatch(
      /choose the column of “title”\. There are: Was, Wann/,
    );
    const choices = { noun: "incidents", "incidents.title": "was", "incidents.started_at": "Wann" };
    expect(documentOf(incidents(text), { choices }).incidents[0]?.title).toBe("Ausfall");
    expect(refusalOf(incidents(text), { choices: { ...choices, "incidents.impact": "Schwere" } })).toMatch(/“impact”/);
  });

  test("a column that nobody reads is left out by name", () => {
    const { notes } = documentOf(incidents("title,start,owner\nA,2026-07-02,Ana\n"));
    expect(notes).toContainEqual(expect.objectContaining({ kind: "left_out", field: "owner" }));
  });

  test("an unknown word is a question and never operational", () => {
    const document = documentOf([{ path: "components.csv", text: "name,status\nAPI,purple\n" }]);
    expect(document.components[0]?.manualStatus).toBe("no_data");
    expect(document.notes).toEqual([expect.objectContaining({ kind: "question", field: "status" })]);
    const [incident] = documentOf(incidents("title,start,impact,status\nA,2026-07-02,huge,weird\n")).incidents;
    expect(incident).toMatchObject({ impact: "minor", resolvedAt: null });
  });

  test("consent is needed: by a column, or by the word of who imports", () => {
    const files = [{ path: "subscribers.csv", text: "email\nana@example.com\nANA@example.com\n" }];
    expect(refusalOf(files)).toMatch(/who agreed/);
    expect(documentOf(files, { choices: { consent: "all" } }).subscribers).toHaveLength(1);
    const odd = documentOf([{ path: "subscribers.csv", text: "email,confirmed\nana@example.com,perhaps\n" }]);
    expect(odd.subscribers).toEqual([]);
    expect(odd.notes).toEqual([expect.objectContaining({ kind: "question", field: "confirmed" })]);
  });

  test("a list without a header, as Statuspage exports it, is known by its addresses", () => {
    const text = "webhook,https://hooks.example.com/s,,no\nemail,ana@example.com,,yes\nsms,2025550123,US,yes\n";
    const files = [{ path: "subscribers.csv", text }];
    expect(refusalOf(files)).toMatch(/who agreed/);
    const { subscribers, notes } = documentOf(files, { choices: { consent: "all" } });
    expect(subscribers.map(({ address }) => address)).toEqual(["ana@example.com"]);
    expect(notes.map(({ id, field }) => [id, field])).toEqual([
      ["line 1", "mode"],
      ["line 3", "mode"],
    ]);
    const bare = documentOf([{ path: "list.csv", text: "ben@example.com\n" }], { choices: { consent: "all" } });
    expect(bare.subscribers.map(({ address }) => address)).toEqual(["ben@example.com"]);
  });

  test("a subscriber of components that are unknown never gets the whole page", () => {
    const files = [
      fixture("components"),
      { path: "subscribers.csv", text: "email,components,confirmed\nana@example.com,Gone,yes\n" },
    ];
    const { subscribers, notes } = documentOf(files);
    expect(subscribers).toEqual([]);
    expect(notes.map(({ kind }) => kind)).toEqual(["question", "left_out"]);
  });

  test("equal names in two groups are two components", () => {
    const { components } = documentOf([{ path: "components.csv", text: "group,name\nEU,API\nUS,API\nUS,API\n" }]);
    expect(components.map(({ id }) => id)).toEqual(["api", "us / api"]);
  });

  test.each([
    ["", /empty/],
    ["title,start\nA,", /line 2: the start is missing/],
    ["title,start\n,2026-07-02", /line 2: the title is missing/],
    ["title,start\nA,yesterday", /line 2: “yesterday” is no date/],
    ["title,start,end\nA,2026-07-02,2026-07-01", /ends before it starts/],
    ['title,start\n"A,2026-07-02', /a quotation mark has no end/],
    [`title,start\n${"A,2026-07-02\n".repeat(20_001)}`, /20,000 lines/],
    [`title,start\nA,${"x".repeat(2_000_001)}`, /2 MB/],
  ])("%#: a file that is broken is refused with its place", (text, words) => {
    expect(refusalOf(incidents(text))).toMatch(words);
  });

  test("cells that begin as formulas stay text", () => {
    expect(documentOf(incidents("title,start\n=1+1,2026-07-02\n")).incidents[0]?.title).toBe("=1+1");
  });

  test("any text, and any beginning of a file, is refused or read", () => {
    const texts = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.tuple(fc.constantFrom(...all), fc.nat()).map(([{ text }, at]) => text.slice(0, at % text.length)),
      fc
        .array(
          fc.array(
            fc.constantFrom(
              "title",
              "start",
              "email",
              "confirmed",
              "name",
              "status",
              '"',
              "2026-07-02",
              "a@b.example",
              "yes",
              "",
            ),
          ),
        )
        .map((rows) => rows.map((row) => row.join(",")).join("\n")),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom("", "components", "incidents", "subscribers"), (text, noun) => {
        const result = read([{ path: "any.csv", text }], { choices: { noun, consent: "all" } });
        if (result?.ok) moveDocumentSchema.parse(withMovePart(emptyMoveDocument("csv"), result.value));
        else expect(result?.refusal.message).toMatch(/any\.csv/);
      }),
      { numRuns: 500 },
    );
  });
});

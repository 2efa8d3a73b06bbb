import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BackupColumn,
  type BackupHeaderFields,
  type BackupRow,
  type BackupTable,
  backupFooterLine,
  backupHeaderLine,
  backupRowLine,
  maxBackupLineBytes,
  type RowsOfTable,
} from "./backup";
import { BackupCheck, BackupLineError, type CheckedBackupRow } from "./backup-check";

const column = (name: string, more: Partial<BackupColumn> = {}): BackupColumn => ({
  name,
  type: "text",
  nullable: false,
  optional: false,
  json: false,
  ...more,
});

const page: BackupTable = { name: "page", key: ["id"], columns: [column("id"), column("about", { optional: true })] };
const item: BackupTable = {
  name: "item",
  key: ["page_id", "number"],
  columns: [
    column("page_id"),
    column("number", { type: "integer" }),
    column("weight", { type: "real", nullable: true, optional: true }),
    column("labels", { json: true, optional: true }),
  ],
};
const known = { tables: [page, item], schema: "0004_desk" };

const about: BackupHeaderFields = {
  schema: "0004_desk",
  made_at: "2026-11-20T12:00:00.000Z",
  scope: "deployment",
  name: "Acme",
  secrets: "left_out",
  secret_check: null,
  set_again: [{ kind: "channel", name: "Chat", what: "Address" }],
};

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

const closed = (body: string, rows: number) => body + backupFooterLine(rows, hash(body), null);

const countsOf = (tables: readonly RowsOfTable[]) =>
  Object.fromEntries(tables.map(({ table, rows }) => [table, rows.length]));

const fileOf = (tables: readonly RowsOfTable[], more: Partial<BackupHeaderFields> = {}) => {
  const lines = tables.flatMap(({ table, rows }) => rows.map((row) => backupRowLine(table, row)));
  return closed(backupHeaderLine({ ...about, ...more }, countsOf(tables)) + lines.join(""), lines.length);
};

/** Splits like the reader of lines: text after the last line end is a line unless it is empty. */
const linesOf = (text: string) => (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");

function checked(text: string) {
  const check = new BackupCheck(known);
  const rows: CheckedBackupRow[] = text === "" ? [] : linesOf(text).flatMap((line) => check.take(line) ?? []);
  return { rows, file: check.end() };
}

function troubleOf(text: string): string {
  try {
    checked(text);
    return "none";
  } catch (error) {
    if (!(error instanceof BackupLineError)) throw error;
    return error.message;
  }
}

const home: BackupRow = { id: "p1", about: "" };
const rowOf = (number: number, more: BackupRow = {}): BackupRow => ({ page_id: "p1", number, ...more });
const sample: RowsOfTable[] = [
  { table: "page", rows: [home] },
  { table: "item", rows: [rowOf(1, { weight: 0.3, labels: '{"a":1}' }), rowOf(2, { weight: null })] },
];

/** Returns the sample with one more item. */
const withItem = (row: BackupRow) => fileOf([sample[0] as RowsOfTable, { table: "item", rows: [rowOf(1), row] }]);

describe("a file is what was written", () => {
  test("any rows come back as they were, whatever their texts hold", () => {
    const text = fc.string({ unit: "binary", maxLength: 40 });
    const items = fc.uniqueArray(
      fc.record({
        page_id: fc.constant("p1"),
        number: fc.maxSafeInteger(),
        weight: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)),
        labels: fc.jsonValue().map((value) => JSON.stringify(value)),
      }),
      { selector: ({ number }) => number, minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(text, items, (words, rows) => {
        const tables = [
          { table: "page", rows: [{ id: "p1", about: words }] },
          { table: "item", rows },
        ];
        const { rows: found } = checked(fileOf(tables));
        const written = tables.flatMap(({ table, rows: own }) => own.map((row) => ({ table, row })));
        expect(found.map(({ table, row }) => ({ table, row }))).toEqual(JSON.parse(JSON.stringify(written)));
        expect(found.map(({ line }) => line)).toEqual(found.map((_, index) => index + 2));
      }),
      { numRuns: 20 },
    );
  });

  test("the header comes along, and an older schema is welcome", () => {
    const { file } = checked(fileOf(sample, { schema: "0001_tombstones" }));
    expect(file).toMatchObject({ rows: 3, header: { ...about, schema: "0001_tombstones" } });
  });
});

describe("a file that is not whole says where", () => {
  test("cut after any line, or anywhere within one", () => {
    const whole = fileOf(sample);
    expect(troubleOf(whole)).toBe("none");
    expect(troubleOf(whole.trimEnd())).toBe("none");
    for (let end = 0; end < whole.length - 1; end++) {
      expect(troubleOf(whole.slice(0, end)), `cut after ${end} characters`).toMatch(/^Line \d: /);
    }
  });

  test("one character changed anywhere in a row is found by the hash", () => {
    const whole = fileOf(sample);
    const at = whole.indexOf("p1");
    expect(troubleOf(`${whole.slice(0, at)}p2${whole.slice(at + 2)}`)).not.toBe("none");
    expect(troubleOf(whole.replace('"a\\":1', '"a\\":2'))).toMatch(/^Line 5: .*hash/);
  });

  test("a line taken out or doubled", () => {
    const lines = fileOf(sample).split("\n");
    expect(troubleOf(lines.toSpliced(2, 1).join("\n"))).toMatch(/^Line 4: There are 2 rows; the file says 3/);
    expect(troubleOf(lines.toSpliced(2, 0, lines[2] ?? "").join("\n"))).toMatch(
      /^Line 5: There are more rows of item than the header says/,
    );
  });
});

describe("what cannot be restored is named with its line", () => {
  const versions = (text: string, version: number) => text.replace('"version":1', `"version":${version}`);

  test.each<[string, string, RegExp]>([
    ["a newer format", versions(fileOf(sample), 7), /^Line 1: .*format version 7.*up to 1/],
    ["a newer schema", fileOf(sample, { schema: "0009_later" }), /^Line 1: .*0009_later.*0004_desk/],
    ["another file", '{"hello":1}\n{"end":true}\n', /^Line 1: This is not a backup/],
    ["nothing", "", /^Line 1: /],
    [
      "a table that is not there",
      closed(`${fileOf([]).split("\n")[0]}\n{"table":"x","row":{}}\n`, 1),
      /^Line 2: .*no table x/,
    ],
    ["a column that is not there", withItem(rowOf(3, { colour: "red" })), /^Line 4: .*item has no column colour/],
    ["a text for a number", withItem({ page_id: "p1", number: "3" }), /^Line 4: item\.number must be a whole number/],
    ["a fraction for a whole number", withItem(rowOf(0.5)), /^Line 4: item\.number must be a whole number/],
    [
      "null where something must be",
      withItem({ page_id: "p1", number: null }),
      /^Line 4: item\.number must not be null/,
    ],
    ["a column that is missing", withItem({ page_id: "p1" }), /^Line 4: item\.number is missing/],
    ["broken JSON in a column of JSON", withItem(rowOf(3, { labels: "{" })), /^Line 4: item\.labels must hold JSON/],
    ["a page that is not in the file", withItem({ page_id: "p9", number: 3 }), /^Line 4: item\.page_id names a page/],
    [
      "a row of 2 MB and more",
      withItem(rowOf(3, { labels: `"${"ä".repeat(maxBackupLineBytes / 2)}"` })),
      /^Line 4: .*larger than 2 MB/,
    ],
  ])("%s", (_name, text, words) => {
    expect(troubleOf(text)).toMatch(words);
  });
});

test("a page may come after rows that name it, and of many that do not come the first is named", () => {
  const late = [sample[1] as RowsOfTable, sample[0] as RowsOfTable];
  expect(troubleOf(fileOf(late))).toBe("none");
  const strays = Array.from({ length: 3000 }, (_, index) => ({ page_id: `p${index + 1}`, number: index }));
  expect(troubleOf(fileOf([{ table: "item", rows: strays }, sample[0] as RowsOfTable]))).toMatch(
    /^Line \d+: item\.page_id names a page/,
  );
});

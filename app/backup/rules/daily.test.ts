import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  backupCopiesState,
  backupCopiesToDelete,
  backupCopyFailureReasonOf,
  backupCopyName,
  backupCopyRetryMs,
  backupCopyStart,
  checksumFileName,
  isBackupCopyDue,
  keptDays,
  keptWeeks,
  mayRetryBackupCopy,
  newestBackupCopyAt,
} from "./daily";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 28, 9, 30);

describe("when the next copy is due", () => {
  test.each([
    ["at once where there is none", null, true],
    ["a day after the newest was begun", now - day, true],
    ["not a moment before", now - day + 1, false],
    ["long ago where days were missed", now - 9 * day, true],
  ])("%s", (_name, last, expected) => {
    expect(isBackupCopyDue(last, now)).toBe(expected);
  });

  test.each([
    ["where none failed", null, true],
    ["half an hour after a failure", now - backupCopyRetryMs, true],
    ["not a moment before", now - backupCopyRetryMs + 1, false],
    ["where a clock was wrong as one failed", now + 400 * day, true],
  ])("it is tried %s", (_name, failedAt, expected) => {
    expect(mayRetryBackupCopy(failedAt, now)).toBe(expected);
  });

  test("looked at each minute, whatever fails: a day from copy to copy, half an hour from a failure to the next attempt", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (outcomes) => {
        let last: number | null = null;
        let failedAt: number | null = null;
        let before: { at: number; failed: boolean } | null = null;
        let at = now;
        for (const failed of outcomes) {
          while (!(mayRetryBackupCopy(failedAt, at) && isBackupCopyDue(last, at))) at += minute;
          if (before) expect(at - before.at).toBe(before.failed ? backupCopyRetryMs : day);
          before = { at, failed };
          [last, failedAt] = failed ? [last, at] : [at, null];
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe("what a folder keeps", () => {
  test("a name says when its copy was begun; other files are none", () => {
    expect(backupCopyName(now)).toBe("upfront-2026-11-28T09-30Z.sqlite");
    expect(backupCopyStart(backupCopyName(now))).toBe(now);
    for (const name of [
      "notes.txt",
      "upfront-2026-99-28T09-30Z.sqlite",
      `${backupCopyName(now)}.77.partial`,
      "x.sqlite",
    ])
      expect(backupCopyStart(name), name).toBeNull();
    expect(newestBackupCopyAt(["a", backupCopyName(now - day), backupCopyName(now)], now)).toBe(now);
    expect(newestBackupCopyAt([backupCopyName(now + day), backupCopyName(now - day)], now)).toBe(now - day);
    expect(newestBackupCopyAt([], now)).toBeNull();
  });

  test("a hash goes with its copy, and where its copy is gone; another file's stays", () => {
    const copies = [now, now - day].map(backupCopyName);
    const old = backupCopyName(now - day - hour);
    const names = [
      ...copies,
      old,
      "notes.txt.sha256",
      ...[...copies, old, backupCopyName(now - 3 * day)].map(checksumFileName),
    ];
    expect(backupCopiesToDelete(names, now)).toEqual([
      old,
      checksumFileName(old),
      checksumFileName(backupCopyName(now - 3 * day)),
    ]);
    expect(backupCopiesToDelete(names, now - 2 * day)).toEqual([checksumFileName(backupCopyName(now - 3 * day))]);
  });

  test("a year of days leaves the last seven and the last day of each of the four weeks before", () => {
    let names: string[] = ["notes.txt"];
    for (let passed = 0; passed < 365; passed++) {
      names.push(backupCopyName(now - (364 - passed) * day));
      const gone = new Set(backupCopiesToDelete(names, now - (364 - passed) * day));
      names = names.filter((name) => !gone.has(name));
    }
    const days = names.filter((name) => name !== "notes.txt").map((name) => name.slice(8, 18));
    expect(names).toContain("notes.txt");
    expect(days).toEqual([
      "2026-11-01",
      "2026-11-08",
      "2026-11-15",
      "2026-11-21",
      "2026-11-22",
      "2026-11-23",
      "2026-11-24",
      "2026-11-25",
      "2026-11-26",
      "2026-11-27",
      "2026-11-28",
    ]);
  });

  test("a clock that was set back does not delete what it has just copied, nor one that was ahead today's", () => {
    const full = Array.from({ length: 60 }, (_, index) => backupCopyName(now - index * day));
    const left = full.filter((name) => !backupCopiesToDelete(full, now).includes(name));
    expect(backupCopiesToDelete([...left, backupCopyName(0)], 0)).toEqual([]);
    const ahead = Array.from({ length: keptDays }, (_, index) => backupCopyName(now + (index + 1) * 365 * day));
    expect(backupCopiesToDelete([...left, ...ahead], now)).toEqual([]);
  });

  test("the newest always stays, what is not ours too, and there are never more than eleven", () => {
    const instants = fc.uniqueArray(fc.integer({ min: now - 90 * day, max: now }), { maxLength: 60 });
    fc.assert(
      fc.property(instants, fc.array(fc.string()), (found, others) => {
        const names = [
          ...new Set([...found.map(backupCopyName), ...others.filter((name) => backupCopyStart(name) === null)]),
        ];
        const gone = new Set(backupCopiesToDelete(names, now));
        const left = names.filter((name) => !gone.has(name));
        expect(newestBackupCopyAt(left, now)).toBe(newestBackupCopyAt(names, now));
        expect(left.filter((name) => backupCopyStart(name) !== null).length).toBeLessThanOrEqual(keptDays + keptWeeks);
        expect([...gone].every((name) => backupCopyStart(name) !== null)).toBe(true);
        expect(backupCopiesToDelete(left, now)).toEqual([]);
      }),
    );
  });
});

describe("how it stands", () => {
  test.each([
    ["unknown", null],
    ["none", { last: null, failure: null }],
    ["good", { last: now - 3 * hour, failure: null }],
    ["good", { last: now - 2 * day, failure: null }],
    ["old", { last: now - 2 * day - 1, failure: null }],
    ["full", { last: now - hour, failure: "full" }],
  ] as const)("%s", (expected, said) => {
    expect(backupCopiesState(said, now)).toBe(expected);
  });

  test.each([
    ["missing", { code: "ENOENT" }],
    ["denied", { code: "EROFS" }],
    ["full", { code: "ENOSPC" }],
    ["full", { code: "ERR_SQLITE_ERROR", errcode: 13 }],
    ["denied", { code: "ERR_SQLITE_ERROR", errcode: 14 }],
    ["failed", { code: "ERR_SQLITE_ERROR", errcode: 11 }],
    ["failed", {}],
  ] as const)("a failure is %s", (expected, error) => {
    expect(backupCopyFailureReasonOf(error)).toBe(expected);
  });
});

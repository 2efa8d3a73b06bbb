import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type PurgeProgress,
  type PurgeSchedule,
  purgeProgressAfterPortion,
  remainingPurgeRows,
  rowsPerPurgePortion,
  tablesDueForPurge,
  withWrittenRows,
} from "./purge";

const hour = 3600_000;
const now = 20_000 * 24 * hour;
const quick: PurgeSchedule = { name: "quick", rest: hour };
const slow: PurgeSchedule = { name: "slow", rest: 24 * hour };
const keys = (count: number) => Array.from({ length: count }, (_, at) => `["${at}"]`);
const looked = (count: number, unfinished = false) => ({ keys: keys(count), unfinished });
const names = (marks: PurgeProgress, at: number) => tablesDueForPurge(marks, [quick, slow], at).map(({ name }) => name);

test("a full portion goes on behind its last row, a shorter one rests, what was left is looked at again", () => {
  const full = purgeProgressAfterPortion({}, quick, looked(rowsPerPurgePortion), now);
  expect(full.tables?.quick).toEqual({ at: now, after: `["${rowsPerPurgePortion - 1}"]` });
  expect(purgeProgressAfterPortion(full, quick, looked(3, true), now).tables?.quick).toEqual(full.tables?.quick);
  expect(purgeProgressAfterPortion(full, quick, looked(3), now).tables?.quick).toEqual({ at: now + hour, after: null });
});

test("what was never looked at is due, the longest due first, and a long walk keeps no other from its turn", () => {
  expect(names({}, now)).toEqual(["quick", "slow"]);
  const walked = purgeProgressAfterPortion({}, quick, looked(rowsPerPurgePortion), now);
  expect(names(walked, now)).toEqual(["slow", "quick"]);
  const rested = purgeProgressAfterPortion(walked, slow, looked(0), now);
  expect(names(rested, now + hour)).toEqual(["quick"]);
  expect(names(rested, now + 24 * hour)).toEqual(["quick", "slow"]);
});

test("a mark of a clock that was ahead counts as over", () => {
  const ahead = purgeProgressAfterPortion({}, quick, looked(0), now + 24 * hour);
  expect(names(ahead, now)).toContain("quick");
});

test("the day's allowance is of this day, and only the free plan has one", () => {
  const spent = withWrittenRows({}, 34_000, now);
  expect(remainingPurgeRows(spent, "free", now)).toBe(0);
  expect(remainingPurgeRows(spent, "free", now + 24 * hour)).toBe(34_000);
  expect(remainingPurgeRows(spent, "own", now)).toBe(Number.POSITIVE_INFINITY);
});

test("whatever walks how long, each table has its turn within as many looks as there are tables", () => {
  const tables = Array.from({ length: 6 }, (_, at) => ({ name: `t${at}`, rest: hour }));
  const looks = fc.array(fc.boolean(), { minLength: 20, maxLength: 60 });
  fc.assert(
    fc.property(looks, (fulls) => {
      let marks: PurgeProgress = {};
      const seen = new Map<string, number>();
      fulls.forEach((full, at) => {
        const [table] = tablesDueForPurge(marks, tables, now + at * 60_000);
        if (!table) return;
        seen.set(table.name, at);
        marks = purgeProgressAfterPortion(marks, table, looked(full ? rowsPerPurgePortion : 1), now + at * 60_000);
        const due = tablesDueForPurge(marks, tables, now + at * 60_000);
        for (const { name } of due) expect(at - (seen.get(name) ?? -1)).toBeLessThanOrEqual(tables.length);
      });
    }),
  );
});

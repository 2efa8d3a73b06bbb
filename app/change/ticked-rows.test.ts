import { afterAll, beforeAll, expect, test } from "vitest";
import { fail, ok } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { changeTickedRows, readFollowingIds } from "./ticked-rows";

let deployment: TestDeployment;

beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

/** A list of rows `1`, `2` …, read 50 at a time; a place is the number of rows before it. */
const listOf = (count: number) => async (place: string) => {
  const from = Number(place);
  const ids = Array.from({ length: Math.min(50, count - from) }, (_, at) => String(from + at + 1));
  return ok({ ids, next: from + 50 < count ? String(from + 50) : null });
};

interface Changed {
  ids: string[];
  commitId: string;
}

async function change(ctx: Ctx, count: number, { ids = [], place = "0" }: { ids?: string[]; place?: string | null }) {
  const commits: Changed[] = [];
  const changed = await changeTickedRows(ctx, {
    ids,
    place,
    commitId: "0123456789abcdefghijklmnop",
    readPage: listOf(count),
    change: async (some, commitId) => {
      commits.push({ ids: some, commitId });
      return ok(some.length);
    },
  });
  if (!changed.ok) throw new Error(changed.failure.name);
  return { commits, ...changed.value };
}

const wholeCtx = () => deployment.ctx();

test("without a place only the ticked rows are changed, 50 in a commit", async () => {
  const ids = Array.from({ length: 120 }, (_, at) => `t${at}`);
  const { commits, count, next, left } = await change(wholeCtx(), 0, { ids, place: null });
  expect(commits.map((each) => each.ids.length)).toEqual([50, 50, 20]);
  expect([count, next, left]).toEqual([120, null, 0]);
});

test("from a place on each page is a commit of its own, the same ones when the form is sent again", async () => {
  const first = await change(wholeCtx(), 130, { ids: ["a", "b"], place: "50" });
  expect(first.commits.map((each) => each.ids.length)).toEqual([2, 50, 30]);
  expect([first.count, first.next, first.left]).toEqual([82, null, 0]);
  const ids = first.commits.map(({ commitId }) => commitId);
  expect(new Set(ids).size).toBe(3);
  const again = await change(wholeCtx(), 130, { ids: ["a", "b"], place: "50" });
  expect(again.commits.map(({ commitId }) => commitId)).toEqual(ids);
});

test("at most 500 that follow are changed at once; it says where the list continues and how many are left", async () => {
  const { count, next, left } = await change(wholeCtx(), 620, {});
  expect([count, next, left]).toEqual([500, "500", 120]);
});

test("where the budget is used up the rest is left, and nothing is lost", async () => {
  const ctx = wholeCtx();
  const { limit } = ctx.meter;
  const tight = { ...ctx, meter: { ...ctx.meter, limit: { ...limit, statements: 20, subrequests: 20, together: 20 } } };
  const { commits, count, next, left } = await change(tight as never, 100, { ids: ["a"], place: "0" });
  expect([commits.length, count, next, left]).toEqual([1, 1, "0", 1]);
});

test("rows to which it does not apply are passed over; any other failure ends it", async () => {
  const ctx = wholeCtx();
  const rows = { ids: ["a"], commitId: "0123456789abcdefghijklmnop", place: "0", readPage: listOf(60) };
  let turn = 0;
  const passed = await changeTickedRows(ctx, {
    ...rows,
    change: async (ids) => (turn++ === 1 ? fail({ name: "conflict" }) : ok(ids.length)),
  });
  expect(passed).toMatchObject({ ok: true, value: { count: 11, next: null } });
  const ended = await changeTickedRows(ctx, { ...rows, change: async () => fail({ name: "missing" }) });
  expect(ended).toEqual({ ok: false, failure: { name: "missing" } });
  const refused = { ...rows, place: null, change: async () => fail({ name: "conflict" as const, code: "not_firing" }) };
  expect(await changeTickedRows(ctx, refused)).toMatchObject({ ok: false, failure: { code: "not_firing" } });
});

test("the ids that follow are read as far as one press acts", async () => {
  const read = await readFollowingIds(wholeCtx(), "0", listOf(620));
  expect(read).toMatchObject({ ok: true, value: { next: "500" } });
  expect(read.ok && read.value.ids.length).toBe(500);
  expect(await readFollowingIds(wholeCtx(), null, listOf(620))).toEqual(ok({ ids: [], next: null }));
});

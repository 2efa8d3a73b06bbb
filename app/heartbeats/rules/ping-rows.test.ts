import { expect, test } from "vitest";
import { pingRowsOf } from "./ping-rows";

const ping = (number: number, startNumber: number | null = null) => ({ number, startNumber });

test.each([
  ["no ping", [], []],
  ["a start that is still running", [ping(1)], [1]],
  ["a run", [ping(2, 1), ping(1)], [2]],
  ["a log within a run", [ping(3, 1), ping(2), ping(1)], [3, 2]],
  ["a run whose start is no longer kept", [ping(2)], [2]],
])("%s has its rows", (_, pings, rows) => {
  expect(pingRowsOf(pings).map(({ number }) => number)).toEqual(rows);
});

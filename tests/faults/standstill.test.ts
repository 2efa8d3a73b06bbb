import { afterEach, beforeEach, expect, test } from "vitest";
import {
  hour,
  minute,
  openStopped,
  type Stopped,
  statusOf,
  todayOf,
  type Watcher,
  writtenOf,
} from "../support/stopped";

const start = Date.UTC(2026, 10, 20, 10, 0);
const all: Watcher[] = ["source", "monitor", "heartbeat", "hand", "promise"];

let stopped: Stopped;
beforeEach(async () => {
  stopped = await openStopped({ start });
  await stopped.minutes(21);
});
afterEach(() => stopped.close());

const shown = async () =>
  Object.fromEntries(await Promise.all(all.map(async (each) => [each, await statusOf(stopped, each)])));
const today = async () =>
  Object.fromEntries(await Promise.all(all.map(async (each) => [each, (await todayOf(stopped, each))[4]])));

test("six hours off", async () => {
  console.log(await shown(), await today());
  const before = (await writtenOf(stopped)).rows.length;
  stopped.off(6 * hour);
  const at = stopped.deployment.clock.now;
  await stopped.minutes(3);
  const written = await writtenOf(stopped);
  console.log(
    written.rows.slice(before),
    written.standstills,
    at,
    written.incidents,
    written.notices.map(({ kind }) => kind),
  );
  console.log(await shown(), await today());
});

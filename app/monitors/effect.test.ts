import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { watch } from "../../tests/support/monitors";
import { nodeOutbound } from "../../tests/support/outbound";
import { observedOf } from "../../tests/support/own-alerts";
import { readMonitor } from "./read";
import { readMonitorResults } from "./results";
import { updateMonitor } from "./update";
import { deleteMonitor, listMonitors, pauseMonitor, resumeMonitor } from "./verbs";

/** Tests that changes to a monitor show in the following ticks and on the page. */
let desk: Desk;
let server: Server;
let url: string;
let broken = false;
beforeAll(async () => {
  desk = await openDesk({ UPFRONT_PLAN: "own", UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  desk.deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  server = createServer((_, response) => response.writeHead(broken ? 500 : 200).end("well"));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  server.close();
  await desk.deployment.settled();
  await desk.close();
});

const clock = () => desk.deployment.clock;
const admin = () => desk.as("admin");

async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    clock().now = Math.floor(clock().now / 60_000) * 60_000 + 60_000;
    await handleCronTick(desk.deployment.ctx(), clock().now);
    await desk.deployment.settled();
  }
  clock().now += 1000;
}

const statusOf = async (index: 0 | 1 | 2) =>
  (await observedOf(desk, desk.components[index])).at(-1)?.[0] ?? "operational";
const target = (id: string, over: object = {}) => ({ pageId: desk.pageId, id, ...over });
const view = (id: string) => good(readMonitor(desk.as("viewer"), target(id)));

test("made, checked, down, moved elsewhere, paused, resumed, deleted", { timeout: 120_000 }, async () => {
  const id = await watch(desk, { interval: 1, settings: { url } });
  await desk.deployment.settled();
  await minutes(2);
  expect(await view(id)).toMatchObject({ state: "up", code: "ok", uptime: { day: 1, week: 1 } });
  broken = true;
  await minutes(2);
  expect(await view(id)).toMatchObject({ state: "down", code: "status", uptime: { day: 0.5, week: 0.5 } });
  expect([await statusOf(0), await statusOf(1)]).toEqual(["major_outage", "operational"]);

  await good(updateMonitor(admin(), target(id, { components: { [desk.components[1]]: "partial_outage" } })));
  await desk.deployment.settled();
  expect([await statusOf(0), await statusOf(1)]).toEqual(["operational", "partial_outage"]);

  const { monitors } = await good(listMonitors(desk.as("viewer"), { pageId: desk.pageId, state: "down" }));
  expect(monitors.map((each) => each.id)).toEqual([id]);
  const { points } = await good(readMonitorResults(desk.as("viewer"), target(id, { range: "day" }) as never));
  expect(points.at(-1)).toMatchObject({ state: "down" });

  clock().now += 1000;
  await good(pauseMonitor(admin(), target(id)));
  await desk.deployment.settled();
  expect((await view(id)).state).toBe("paused");
  expect(await statusOf(1)).toBe("no_data");
  await minutes(3);
  expect((await view(id)).ring.slice(-4).map(({ state }) => state)).toEqual(["up", "up", "down", "down"]);

  broken = false;
  await good(resumeMonitor(admin(), target(id)));
  await desk.deployment.settled();
  await minutes(2);
  expect(await view(id)).toMatchObject({ state: "up", code: "ok" });
  expect(await statusOf(1)).toBe("operational");

  broken = true;
  await minutes(2);
  expect(await statusOf(1)).toBe("partial_outage");
  await good(deleteMonitor(admin(), target(id)));
  await desk.deployment.settled();
  expect(await statusOf(1)).toBe("operational");
  await minutes(2);
  expect((await good(listMonitors(desk.as("viewer"), { pageId: desk.pageId }))).monitors).toEqual([]);
});

test("a monitor made in the middle of an hour is checked within its interval, wherever its place is", async () => {
  broken = false;
  const ids = [];
  for (let count = 0; count < 6; count++) ids.push(await watch(desk, { interval: 5, settings: { url } }));
  await minutes(5);
  for (const id of ids) expect((await view(id)).lastCheckAt).not.toBeNull();
  const before = await Promise.all(ids.map(async (id) => (await view(id)).nextCheckAt ?? 0));
  expect(before.every((at) => at > clock().now && at <= clock().now + 5 * 60_000)).toBe(true);
  await minutes(5);
  const checked = await Promise.all(ids.map(async (id) => (await view(id)).lastCheckAt ?? 0));
  expect(checked).toEqual(before);
});

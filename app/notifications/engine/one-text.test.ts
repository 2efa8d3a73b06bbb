import { afterEach, beforeEach, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { good } from "../../../tests/support/desk";
import { readerOn } from "../../../tests/support/letter-notices";
import { execute, noticesOf, open, openTold, type Told } from "../../../tests/support/told";
import { type InWays, inWays, targets } from "../../../tests/support/told-in-ways";
import { emailWriterOf } from "../letters/engine/write";
import { composeMailFor } from "./send-batch";
import { runSender } from "./wake";

let told: Told;
let world: InWays;
beforeEach(async () => {
  told = await openTold();
  world = inWays(told);
  for (const way of ["webhook", "web-push"] as const) await world.subscribe(way);
});
afterEach(() => told.close());

const minute = 60_000;
const team = "https://team.example.com/upfront";
const hosts = ["team.example.com", ...(["webhook", "web-push"] as const).map((way) => new URL(targets[way]).hostname)];

async function passes(milliseconds: number): Promise<void> {
  told.deployment.clock.now += milliseconds;
  for (let round = 0; round < 10 && (await runSender(told.deployment.ctx())); round++);
  await told.deployment.settled();
}

/** Renames the incident without notifying anyone. */
const renamed = (title: string) => execute(told, "UPDATE incident SET title = ?1", title);

const heardAt = (host: string) => world.receivers.received.filter((each) => each.host === host);
const idsAt = (host: string) =>
  heardAt(host).map((each) => (each.bytes ? world.pushId(each) : String(each.headers["webhook-id"])));

test("each id has one text: a retry that says the same has the same id, one that says something else another", async () => {
  const given = { pageId: told.pageId, kind: "webhook", name: "Team", settings: { url: team } };
  await good(createChannel(told.as("admin"), { ...given, events: ["incident_published"] }));
  for (const host of hosts) world.receivers.instead.set(host, async () => ({ status: 500, text: "busy" }));
  await open(told);
  await passes(11_000);
  await passes(10_000);
  await renamed("Orders are very late");
  world.receivers.instead.clear();
  for (let step = 0; step < 6; step++) await passes(5 * minute);
  for (const host of hosts) {
    const ids = idsAt(host);
    expect([host, ids.length]).toEqual([host, 3]);
    const [first, second, third] = ids;
    expect([host, second]).toEqual([host, first]);
    expect([host, third]).not.toEqual([host, first]);
    const base = (id = "") => id.split(".").slice(0, 2).join(".");
    expect(base(third)).toBe(base(first));
  }
});

test("an email has its Message-ID from its words as well", async () => {
  await open(told);
  const [notice] = await noticesOf(told);
  const recipient = readerOn(told);
  const idOf = async () => {
    const ctx = told.deployment.ctx();
    const writer = notice && (await emailWriterOf(ctx, [notice]));
    if (!notice || !writer) throw new Error("There is nothing to write.");
    return (await composeMailFor({ ctx, notice, writer }, "sub1", { recipient, failures: 0 } as never)).messageId;
  };
  const first = await idOf();
  expect(await idOf()).toBe(first);
  await renamed("Orders are very late");
  expect(await idOf()).not.toBe(first);
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { channelTable, membershipTable, personTable } from "~/db/schema";
import { updatePage } from "~/pages/update";
import { createSource } from "~/sources/create";
import { good } from "../../../tests/support/desk";
import { say } from "../../../tests/support/own-alerts";
import { put } from "../../../tests/support/scenario";
import { execute, openTold, type Told } from "../../../tests/support/told";
import { escalatePages } from "./escalate";

const minute = 60_000;
const most = 10;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const personIds = numbers(most).map((at) => `person${at}`);
const channelIds = numbers(most).map((at) => `channel${at}`);

let told: Told;
let source: string;
beforeAll(async () => {
  told = await openTold();
  const { deployment, pageId } = told;
  const times = { createdAt: 1, updatedAt: 1 };
  const people = personIds.map((id) => ({ id, name: id, email: `${id}@example.com`, ...times }));
  await put(deployment, personTable, people);
  await put(
    deployment,
    membershipTable,
    personIds.map((personId) => ({ pageId, personId, role: "responder" as const, createdAt: 1 })),
  );
  const settingsSealed = await deployment.ctx().secrets.seal(JSON.stringify({ url: "https://team.example.com" }));
  const channels = channelIds.map((id) => ({ id, pageId, kind: "webhook", name: id, settingsSealed, events: [] }));
  await put(
    deployment,
    channelTable,
    channels.map((each) => ({ ...each, ...times })),
  );
  const given = { pageId, kind: "alertmanager", name: "Prometheus" };
  source = (await good(createSource(told.as("admin"), given))).id;
});
afterAll(() => told.close());
beforeEach(async () => {
  for (const table of ["notice", "alert", "episode", "alert_group", "incident"])
    await execute(told, `DELETE FROM ${table}`);
});

interface Size {
  alerts: number;
  people: number;
  channels: number;
  /** Number of earlier messages about each alert. */
  steps: number;
}

/** Runs one check in which all are notified; returns rows as the database counts them. */
async function look({ alerts, people, channels, steps }: Size) {
  const { pageId, deployment } = told;
  const named = {
    escalatePersonIds: personIds.slice(0, people),
    escalateChannelIds: channelIds.slice(0, channels),
  };
  await good(updatePage(told.as("admin"), { pageId, escalates: true, escalateAfter: 1, escalateTimes: 20, ...named }));
  for (const key of numbers(alerts)) await say(told, source, "firing", `key${key}`);
  const before = numbers(steps).map((at) => ({ at, personIds: named.escalatePersonIds, channelIds: [] }));
  await execute(told, "UPDATE episode SET told = ?1", JSON.stringify(before));
  deployment.clock.now += 60 * minute;
  const ctx = deployment.ctx({ kind: "machine", id: "tick" });
  const unit = { kind: "escalation" as const, pageId, id: pageId, dueAt: 0, tries: 0 };
  const [made] = await escalatePages(ctx, [unit]);
  expect(made?.notices).toHaveLength(people + (channels > 0 ? 1 : 0));
  const { read, written, statements } = ctx.meter;
  return { read, written, statements };
}

const one: Size = { alerts: 1, people: 1, channels: 0, steps: 0 };

test.each<Size>([
  one,
  { ...one, people: 5 },
  { ...one, people: 10 },
  { ...one, people: 0, channels: 1 },
  { ...one, people: 0, channels: 10 },
  { ...one, channels: 10 },
  { ...one, steps: 10 },
  { ...one, alerts: 5 },
  { ...one, alerts: 10 },
  { alerts: 10, people: 10, channels: 10, steps: 19 },
])("$alerts alerts, $people people, $channels channels, after $steps steps", async (size) => {
  const { read, written, statements } = await look(size);
  const { alerts, people, channels } = size;
  const messages = people + (channels > 0 ? 1 : 0);
  // The page's next check with its index entry; each firing; each message with its three index entries.
  expect({ size, written }).toEqual({ size, written: 2 + alerts + 4 * messages });
  expect({ size, isFew: read <= 50 + 9 * alerts + 9 * people + 5 * channels, read }).toMatchObject({ isFew: true });
  expect(statements).toBeLessThanOrEqual(14);
});

import { expect, test } from "vitest";
import { heartbeatTable } from "~/db/schema";
import { refusalFor } from "~/failures/refusal";
import { failureOf, good } from "../../tests/support/desk";
import { deskOfFile } from "../../tests/support/of-file";
import { put } from "../../tests/support/scenario";
import { createHeartbeat, createHeartbeatByPing } from "./create";
import { maxHeartbeats } from "./rules/limits";
import { listHeartbeats } from "./verbs";

const desk = deskOfFile();

const times = { stateSince: 1, createdAt: 1, updatedAt: 1 };
const rows = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `filler-${from + index}`,
    pageId: desk.pageId,
    tags: [],
    pings: [],
    schedule: { kind: "simple" as const, periodSeconds: 60 },
    ...times,
  }));

const pinged = (slug: string) => createHeartbeatByPing(desk.deployment.ctx(), { pageId: desk.pageId, slug });
const named = async (slug: string) =>
  (await good(listHeartbeats(desk.as("viewer"), { pageId: desk.pageId }))).heartbeats.filter(
    (each) => each.slug === slug,
  );

test("ten first pings at once make one heartbeat, by nobody's hand, with a day's period", async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => pinged("nightly_1")));
  const ids = new Set(made.map((each) => (each.ok ? each.value.id : JSON.stringify(each.failure))));
  expect(ids.size).toBe(1);
  const schedule = { kind: "simple", periodSeconds: 86_400 };
  expect(await named("nightly_1")).toMatchObject([
    { id: [...ids][0], name: "nightly_1", schedule, graceSeconds: 3600 },
  ]);
  expect(await failureOf(pinged("Capital"))).toMatchObject({ name: "invalid" });
});

test("people make 200 on a page and no more, at once neither; pings 400", async () => {
  await put(desk.deployment, heartbeatTable, rows(maxHeartbeats - 2, 0));
  const given = { pageId: desk.pageId, name: "One more" };
  const both = await Promise.all([1, 2, 3].map(() => createHeartbeat(desk.as("admin"), given)));
  expect(both.filter((each) => each.ok)).toHaveLength(1);
  expect(await failureOf(createHeartbeat(desk.as("admin"), given))).toMatchObject({
    name: "invalid",
    code: "limit",
    fields: { name: refusalFor("heartbeat.limit", { most: 200 }) },
  });
  await good(pinged("still-made"));
  await put(desk.deployment, heartbeatTable, rows(maxHeartbeats - 2, maxHeartbeats));
  await good(pinged("last"));
  expect(await failureOf(pinged("too-many"))).toEqual({ name: "missing" });
  expect((await good(pinged("last"))).id).toBeTruthy();
});

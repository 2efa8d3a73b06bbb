import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { auditEntryTable } from "~/db/schema";
import { resetIsolate } from "~/platform/isolate";
import { good } from "../../tests/support/desk";
import { arrange, someSubscribers } from "../../tests/support/scenario";
import { openTold, type Told } from "../../tests/support/told";
import { listSubscribers, readSubscriber } from "./list";

let told: Told;
beforeAll(async () => {
  told = await openTold();
});
afterAll(() => told.close());

test("that an admin looked at addresses is an entry an hour, of several isolates too; a viewer saw none", async () => {
  const page = { pageId: told.pageId };
  await arrange(told.deployment, someSubscribers(told.pageId, 1, { address: "ann@example.com" }));
  const entries = async () => {
    await told.deployment.settled();
    const ctx = told.deployment.ctx();
    const [rows] = await readBatch(ctx, ctx.db.select().from(auditEntryTable));
    return rows.filter(({ action }) => action === "subscriber.read").map(({ actorId }) => actorId);
  };
  await good(listSubscribers(told.as("viewer"), page));
  await good(readSubscriber(told.as("responder"), { ...page, id: "sub000000" }));
  expect(await entries()).toEqual([]);
  await good(listSubscribers(told.as("admin"), page));
  await good(readSubscriber(told.as("admin"), { ...page, id: "sub000000" }));
  resetIsolate();
  await good(listSubscribers(told.as("admin"), page));
  expect(await entries()).toEqual(["admin"]);
  told.deployment.clock.now += 3_600_000;
  await good(listSubscribers(told.as("admin"), page));
  expect(await entries()).toEqual(["admin", "admin"]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "~/platform/ctx";
import { failureOf, good } from "../../../tests/support/desk";
import { execute, noticesOf, openTold, subscribersOf, type Told } from "../../../tests/support/told";
import { addSubscriber } from "./add";
import { resendConfirmation } from "./resend-confirmation";

let told: Told;
beforeAll(async () => {
  told = await openTold();
});
afterAll(() => told.close());

const at = (): Ctx => told.as("admin");
const page = () => ({ pageId: told.pageId });
const minute = 60_000;

test("what other pages asked an address keeps the mail back, and nobody on this page learns of it", async () => {
  const { pageId } = page();
  const now = told.deployment.clock.now;
  const asked = { pageId: "another", id: "theirs", address: "bea@example.com", state: "pending" };
  const columns =
    "page_id, id, address, state, scope, component_ids, incident_id, language, time_zone, confirmations_at, created_at, updated_at";
  const values = [
    asked.pageId,
    asked.id,
    asked.address,
    asked.state,
    "page",
    "[]",
    "",
    "en",
    "UTC",
    JSON.stringify([now - minute]),
    now,
    now,
  ];
  const written = values.map((each) => (typeof each === "number" ? each : `'${each}'`)).join(", ");
  await execute(told, `INSERT INTO subscriber (${columns}) VALUES (${written})`);
  const before = (await noticesOf(told)).length;
  const { id } = await good(addSubscriber(at(), { ...page(), email: "bea@example.com" }));
  expect(await noticesOf(told)).toHaveLength(before);
  expect((await subscribersOf(told)).filter((each) => each.pageId === pageId)).toMatchObject([
    { id, state: "pending" },
  ]);
  const once = { code: "asked_already" };
  expect(await failureOf(addSubscriber(at(), { ...page(), email: "bea@example.com" }))).toMatchObject(once);
  told.deployment.clock.now += 10 * minute;
  await good(resendConfirmation(at(), { ...page(), id }));
  expect(await noticesOf(told)).toHaveLength(before + 1);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { reserveMailAllowance } from "~/people/mails/mail-allowances";
import type { Ctx } from "~/platform/ctx";
import { good } from "../../tests/support/desk";
import { noticesOf, openTold, subscribersOf, type Told } from "../../tests/support/told";
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
const email = "bea@example.com";

test("what other pages sent to an address keeps the mail back, and nobody on this page learns of it", async () => {
  const theirs = await reserveMailAllowance(at(), email, "confirmation");
  await runBatch(at(), [...(theirs?.guards ?? []), ...(theirs?.changes ?? [])]);
  const before = (await noticesOf(told)).length;
  const { id } = await good(addSubscriber(at(), { ...page(), email }));
  expect(await noticesOf(told)).toHaveLength(before);
  expect((await subscribersOf(told)).filter((each) => each.pageId === told.pageId)).toMatchObject([
    { id, state: "pending" },
  ]);
  await good(addSubscriber(at(), { ...page(), email }));
  expect(await noticesOf(told)).toHaveLength(before);
  told.deployment.clock.now += 10 * minute;
  await good(resendConfirmation(at(), { ...page(), id }));
  expect(await noticesOf(told)).toHaveLength(before + 1);
});

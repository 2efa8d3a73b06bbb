import { afterEach, beforeEach, expect, test } from "vitest";
import {
  channel,
  draft,
  type Missed,
  mailer,
  openMissed,
  responder,
  waitingSummary,
} from "../../../tests/support/missed";
import { execute } from "../../../tests/support/told";

/** Tests that the summary waits while the page is muted, a clock is wrong or email fails. */
const hour = 3600_000;

let missed: Missed;
beforeEach(async () => {
  missed = await openMissed();
});
afterEach(() => missed.close());

test("while the page is muted it waits", async () => {
  await draft(missed);
  await missed.pass();
  await channel(missed);
  await execute(missed, "UPDATE page SET muted_until = ?1", missed.deployment.clock.now + 3 * 60_000);
  await missed.pass(2);
  expect(missed.told()).toEqual([]);
  await missed.pass(3);
  expect(missed.told()).toHaveLength(1);
});

test.each([-24 * hour, -hour, hour, 24 * hour])(
  "a clock that was %i ms wrong meanwhile loses and repeats nothing",
  async (wrong) => {
    await draft(missed, "Orders are late");
    missed.deployment.clock.now += wrong;
    await missed.pass();
    missed.deployment.clock.now -= wrong;
    await missed.pass(2);
    await channel(missed);
    await missed.pass(3);
    expect(missed.told()).toEqual(["Missed: Draft: Orders are late"]);
    await missed.pass(3);
    expect(missed.told()).toEqual([]);
  },
);

async function draftWhileMailFails() {
  await responder(missed);
  await mailer(missed);
  missed.smtp.refuse(() => ({ code: 421, text: "away" }));
  await draft(missed, "Orders are late");
}

test("mail that fails for ten minutes has reached nobody: a channel that comes then is told", async () => {
  await draftWhileMailFails();
  await missed.pass(14);
  expect(await waitingSummary(missed)).toHaveLength(1);
  await channel(missed);
  await missed.pass(2);
  expect(missed.told()).toEqual(["Missed: Draft: Orders are late"]);
});

test("mail that works again tells it, within two minutes", async () => {
  await draftWhileMailFails();
  await missed.pass(30);
  expect(missed.told()).toEqual([]);
  missed.smtp.refuse(() => null);
  await missed.pass(3);
  expect(missed.told()).toEqual(["Missed: Draft: Orders are late"]);
});

test("with a channel and no mailer it is told by the channel and waits for no mailer", async () => {
  await channel(missed);
  await draft(missed, "Orders are late");
  await missed.pass();
  expect(missed.told()).toEqual(["Draft: Orders are late"]);
  await responder(missed);
  await mailer(missed);
  await missed.pass(3);
  expect(missed.told()).toEqual([]);
});

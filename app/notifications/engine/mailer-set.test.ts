import { afterEach, beforeEach, expect, test } from "vitest";
import { createMailer } from "~/mailers/verbs";
import { good, operator } from "../../../tests/support/desk";
import { holding } from "../../../tests/support/held-database";
import { arrange, asked, someSubscribers, waitingNotices } from "../../../tests/support/scenario";
import { noticesOf, open, openTold, quiet, type Told } from "../../../tests/support/told";
import { sendNotices } from "./send";

let told: Told;
beforeEach(async () => {
  told = await openTold({ mailer: false });
});
afterEach(() => told.close());

async function setFirstMailer() {
  const { host, port } = told.smtp;
  const settings = { host, port, security: "off" };
  await good(
    createMailer(quiet(told.deployment.ctx(operator)), {
      kind: "smtp",
      name: "SMTP",
      fromAddress: "status@upfront.example",
      settings,
    }),
  );
}

/** Runs a sender that finds no mailer, and adds one before the sender has written so. */
async function setMeanwhile() {
  const held = holding(told.deployment.bindings.DB, "UPDATE notice SET not_before");
  const sending = sendNotices(told.deployment.ctx(undefined, { database: held.database }));
  await held.came;
  await setFirstMailer();
  held.release();
  await sending;
  told.deployment.clock.now += 60_000;
  await told.sendAll();
}

test("news for which a sender found no mailer leaves when one was set meanwhile", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 1));
  await open(told);
  told.deployment.clock.now += 20_000;
  await setMeanwhile();
  const [news] = (await noticesOf(told)).filter(({ audience }) => audience === "subscribers");
  expect(news).toMatchObject({ outcome: "sent", sent: 1 });
});

test("confirmations, too", async () => {
  await arrange(told.deployment, asked(told.pageId, 1));
  await arrange(told.deployment, waitingNotices(told.pageId, { count: 1 }));
  await setMeanwhile();
  expect(told.smtp.mails).toHaveLength(1);
});

test("what waited for a mailer leaves though the clock was a day ahead when one was set", async () => {
  await arrange(told.deployment, asked(told.pageId, 1));
  await arrange(told.deployment, waitingNotices(told.pageId, { count: 1 }));
  await told.sendAll();
  expect(await noticesOf(told)).toMatchObject([{ outcome: null, reason: "no_mailer" }]);
  const day = 24 * 3600_000;
  told.deployment.clock.now += day + 60_000;
  await setFirstMailer();
  told.deployment.clock.now -= day;
  await told.sendAll();
  expect(told.smtp.mails).toHaveLength(1);
});

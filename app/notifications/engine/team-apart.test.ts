import { afterEach, beforeEach, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { openIncident } from "~/incidents/open";
import { good } from "../../../tests/support/desk";
import { type Hook, startHook } from "../../../tests/support/hook";
import { arrange, someSubscribers } from "../../../tests/support/scenario";
import { addPerson } from "../../../tests/support/sign-in-mail";
import { execute, open, openTold, quiet, type Told } from "../../../tests/support/told";
import { runSender } from "./wake";

/** Tests that channels do not wait for mailers, nor email for channels: each delays the other by at most a second. */
let told: Told;
let hook: Hook;
let release = () => {};
let held = Promise.resolve();

beforeEach(async () => {
  told = await openTold({ bindings: { UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" } });
  hook = await startHook();
  held = new Promise((resolve) => {
    release = resolve;
  });
  await arrange(told.deployment, someSubscribers(told.pageId, 3));
  await addPerson(told.deployment, { id: "ann", pageId: told.pageId, role: "responder" });
  await good(
    createChannel(told.as("admin"), {
      pageId: told.pageId,
      kind: "webhook",
      name: "Team",
      settings: { url: `${hook.url}/team` },
      events: ["incident_published", "draft_opened"],
    }),
  );
});
afterEach(async () => {
  release();
  await told.deployment.settled();
  await hook.close();
  await told.close();
});

/** Returns a context with the room of a self-hosted machine. */
function roomy() {
  const ctx = told.deployment.ctx();
  ctx.meter.limit = { statements: 10_000, subrequests: 10_000, together: 20_000, mails: 10_000 };
  return ctx;
}

const holdMail = () => told.smtp.pace({ opened: () => undefined, mail: () => held, closed: () => undefined });
const holdChannel = () => hook.answer(() => ({ status: 200, until: held }));

async function within(milliseconds: number, look: () => unknown, wanted: unknown): Promise<void> {
  await expect.poll(look, { timeout: milliseconds, interval: 20 }).toEqual(wanted);
}

/** Publishes an incident with its emails; its notices are due and unsent. */
async function publish(): Promise<void> {
  await open(told);
  told.deployment.clock.now += 11_000;
}

test("a mailer that does not answer delays no channel of the team by a second", async () => {
  holdMail();
  await publish();
  const sending = runSender(roomy());
  await within(1000, () => hook.received.length, 1);
  expect(told.smtp.mails).toHaveLength(0);
  release();
  await sending;
  await told.deployment.settled();
  expect([told.smtp.mails.length, hook.received.length]).toEqual([3, 1]);
});

test("a channel that does not answer delays no mail by a second", async () => {
  holdChannel();
  await publish();
  const sending = runSender(roomy());
  await within(1000, () => told.smtp.mails.length, 3);
  release();
  await sending;
  await told.deployment.settled();
  expect([told.smtp.mails.length, hook.received.length]).toEqual([3, 1]);
});

test.each(["mailer", "channel"])(
  "what the team has by both, mail and channel: a slow %s delays only itself",
  async (slow) => {
    if (slow === "mailer") holdMail();
    else holdChannel();
    const [component] = told.components;
    const draft = {
      title: "Slow",
      body: "x",
      visibility: "draft" as const,
      components: { [component]: "partial_outage" },
    };
    const { id } = await good(openIncident(quiet(told.as("responder")), { pageId: told.pageId, ...draft }));
    const now = told.deployment.clock.now;
    await execute(
      told,
      `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, lane, due_at, not_before, expires_at, created_at)
      VALUES ('team-draft', ?1, 'draft_opened', ?2, 0, 'team', '{}', 4, ?3, ?3, ?4, ?3)`,
      told.pageId,
      id,
      now,
      now + 86_400_000,
    );
    const sending = runSender(roomy());
    if (slow === "mailer") await within(1000, () => hook.received.length, 1);
    else await within(1000, () => told.smtp.mails.map(({ recipient }) => recipient), ["ann@example.com"]);
    release();
    await sending;
    await told.deployment.settled();
    expect([told.smtp.mails.length, hook.received.length]).toEqual([1, 1]);
  },
);

test("in a small invocation they take turns, and nobody is left out or told twice", async () => {
  await publish();
  for (let round = 0; round < 6; round++) {
    const ctx = told.deployment.ctx();
    ctx.meter.limit = { statements: 40, subrequests: 40, together: 40, mails: 20 };
    await runSender(ctx);
    await told.deployment.settled();
    told.deployment.clock.now += 60_000;
  }
  expect([told.smtp.mails.length, hook.received.length]).toEqual([3, 1]);
});

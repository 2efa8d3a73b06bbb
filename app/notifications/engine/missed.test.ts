import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { updateChannel } from "~/channels/update";
import { pauseChannel, resumeChannel } from "~/channels/verbs";
import { handleCronTick } from "~/clock/tick";
import { runBatch } from "~/db/run-batch";
import { alertTable } from "~/db/schema";
import { good } from "../../../tests/support/desk";
import {
  channel,
  dismiss,
  draft,
  type Missed,
  mailer,
  noticeOf,
  openMissed,
  resolve,
  responder,
  verify,
  waitingSummary,
} from "../../../tests/support/missed";
import { arrange, aSource, put, someSubscribers } from "../../../tests/support/scenario";
import { execute, noticesOf, open } from "../../../tests/support/told";
import { endMissedNoticeStatements, recordMissedNoticeStatements } from "../queries/missed-notices";

const hour = 3600_000;

let missed: Missed;
beforeEach(async () => {
  missed = await openMissed();
});
afterEach(() => missed.close());

const target = (id: string, version = 0) => ({ pageId: missed.pageId, id, version });

describe("whoever can be told first is told once", () => {
  const ways: Record<string, (missed: Missed) => Promise<unknown>> = {
    "a channel is made": (given) => channel(given),
    "a first mailer is set": async (given) => {
      await responder(given);
      await mailer(given);
    },
    "an address is verified": async (given) => {
      await responder(given, null);
      await mailer(given);
      await given.pass(3);
      await verify(given);
    },
    "somebody becomes a responder": async (given) => {
      await mailer(given);
      await responder(given);
      await execute(given, "UPDATE membership SET role = 'viewer' WHERE person_id = 'ann'");
      await given.pass(3);
      await execute(given, "UPDATE membership SET role = 'responder' WHERE person_id = 'ann'");
    },
    "a channel is resumed": async (given) => {
      const { id } = await channel(given);
      await good(pauseChannel(given.as("admin"), target(id)));
      await given.pass(3);
      await good(resumeChannel(given.as("admin"), target(id, 1)));
    },
    "a channel asks for one of the events": async (given) => {
      const { id } = await channel(given, { events: ["checks_stopped"] });
      await given.pass(3);
      await good(updateChannel(given.as("admin"), { ...target(id), events: ["incident_worsened"] }));
    },
  };
  test.each(Object.entries(ways))("%s", async (_, reach) => {
    await draft(missed, "Orders are late");
    await missed.pass();
    expect(missed.told()).toEqual([]);
    expect(await waitingSummary(missed)).toHaveLength(1);
    await reach(missed);
    expect(missed.told()).toEqual([]);
    await missed.pass(2);
    expect(missed.told()).toEqual(["Missed: Draft: Orders are late"]);
    await missed.pass(12);
    expect(missed.told()).toEqual([]);
    expect(await waitingSummary(missed)).toEqual([]);
  });
});

test("several are one summary, with the way to each; what is over is not in it", async () => {
  await draft(missed, "First");
  const over = await draft(missed, "Second");
  await missed.pass();
  await draft(missed, "Third");
  await missed.pass();
  await dismiss(missed, over);
  await channel(missed);
  await missed.pass();
  const [post] = missed.hook.received.map(({ body }) => JSON.parse(body) as { data: { title: string; text: string } });
  expect(post?.data.title).toBe("Missed notifications: 2");
  expect(post?.data.text).toMatch(/Draft: First\nhttp:\S+\/manage\/acme\/incidents\/\S+\nDraft: Third\nhttp:/);
  expect(post?.data.text).not.toContain("Second");
});

test("a published incident that is resolved is over", async () => {
  const id = await open(missed);
  await noticeOf(missed, "incident_opened", id);
  await missed.pass();
  expect(await waitingSummary(missed)).toHaveLength(1);
  await resolve(missed, id);
  await channel(missed);
  await missed.pass(2);
  expect(missed.told()).toEqual([]);
});

test("nothing to tell: nothing is sent, and nothing waits", async () => {
  await dismiss(missed, await draft(missed));
  await missed.pass();
  await channel(missed);
  await missed.pass(2);
  expect(missed.told()).toEqual([]);
  expect(await waitingSummary(missed)).toEqual([]);
});

test("what is older than a day is told to nobody", async () => {
  await draft(missed);
  await missed.pass();
  missed.deployment.clock.now += 24 * hour;
  await missed.pass(2);
  expect(await waitingSummary(missed)).toEqual([]);
  await channel(missed);
  await missed.pass(2);
  expect(missed.told()).toEqual([]);
});

test("of what waits only what is younger than a day is told", async () => {
  await draft(missed, "Yesterday's");
  await missed.pass();
  missed.deployment.clock.now += 13 * hour;
  await missed.pass(2);
  await draft(missed, "Today's");
  await missed.pass();
  missed.deployment.clock.now += 12 * hour;
  await missed.pass(2);
  await channel(missed);
  await missed.pass(2);
  expect(missed.told()).toEqual(["Missed: Draft: Today's"]);
});

test("what somebody was told of later is not told again", async () => {
  const told = await draft(missed, "Told");
  await draft(missed, "Untold");
  await missed.pass();
  await channel(missed);
  await noticeOf(missed, "incident_stale", told);
  await execute(
    missed,
    "UPDATE notice SET scope = '{\"channels\":1}', outcome = 'sent', due_at = NULL WHERE kind = 'incident_stale'",
  );
  await missed.pass(2);
  expect(missed.told()).toEqual(["Missed: Draft: Untold"]);
});

test("once a summary has left, the next one is about what came since", async () => {
  await draft(missed, "Before");
  await missed.pass();
  const { id } = await channel(missed);
  await missed.pass();
  expect(missed.told()).toEqual(["Missed: Draft: Before"]);
  await good(pauseChannel(missed.as("admin"), target(id)));
  await draft(missed, "Since");
  await missed.pass();
  await good(resumeChannel(missed.as("admin"), target(id, 1)));
  await missed.pass(2);
  expect(missed.told()).toEqual(["Missed: Draft: Since"]);
});

test("a mailer and a channel at once, and two ticks at once: each is told once", async () => {
  await draft(missed, "Orders are late");
  await missed.pass();
  await responder(missed);
  await mailer(missed);
  await channel(missed);
  const { deployment } = missed;
  deployment.clock.now += 60_000;
  await Promise.all([1, 2].map(() => handleCronTick(deployment.ctx(), deployment.clock.now)));
  await deployment.settled();
  await missed.pass(3);
  expect(missed.told()).toEqual(["Missed: Draft: Orders are late", "Missed: Draft: Orders are late"]);
  expect((await noticesOf(missed)).filter(({ kind }) => kind === "missed_notifications")).toHaveLength(1);
});

test("a channel that wants none of it is asked once, and again when it is changed or there is news", async () => {
  await draft(missed, "Orders are late");
  await missed.pass();
  const { id } = await channel(missed, { minimumSeverity: "critical" });
  await missed.pass(2);
  const before = (await waitingSummary(missed))[0]?.id;
  await missed.pass(5);
  expect(missed.told()).toEqual([]);
  expect((await waitingSummary(missed))[0]?.id).toBe(before);
  await good(updateChannel(missed.as("admin"), { ...target(id), minimumSeverity: null }));
  await missed.pass(2);
  expect(missed.told()).toEqual(["Missed: Draft: Orders are late"]);
});

test("an alert that was unassigned is in it while it fires and no incident has it", async () => {
  const { deployment, pageId } = missed;
  const made = await arrange(deployment, aSource(pageId));
  const { now } = deployment.clock;
  const rows = ["fires", "dismissed", "over", "old"].map((name) => ({
    id: `${made.id}.${name}`,
    pageId,
    sourceId: made.id,
    key: name,
    state: name === "over" ? ("resolved" as const) : ("firing" as const),
    title: `Disk ${name}`,
    severity: "critical",
    labels: {},
    flags: [],
    dismissedAt: name === "dismissed" ? now : null,
    startedAt: name === "old" ? now - 25 * hour : now,
    firstSeenAt: now,
    lastSeenAt: now,
  }));
  await put(deployment, alertTable, rows);
  await noticeOf(missed, "unassigned", made.id);
  await runSenderWithoutWords();
  await channel(missed, { events: ["unassigned"] });
  await missed.pass(2);
  expect(missed.told()).toEqual(["Missed: Firing: Disk fires"]);
});

/** Ends the notice as having reached nobody, without its writer, whose text is tested elsewhere. */
async function runSenderWithoutWords() {
  const ctx = missed.deployment.ctx();
  const [found] = (await noticesOf(missed)).filter(({ kind }) => kind === "unassigned");
  if (!found) throw new Error("no notice");
  const about = { id: ctx.id(), now: ctx.now(), isMailAway: false, isUnderWay: true };
  await runBatch(ctx, [...recordMissedNoticeStatements(found, about), ...endMissedNoticeStatements(found, about)]);
}

test("subscribers get no news of before: who confirms later is told of nothing that was", async () => {
  await open(missed);
  await missed.pass(2);
  await arrange(missed.deployment, someSubscribers(missed.pageId, 1, { confirmedAt: missed.deployment.clock.now }));
  await mailer(missed);
  await missed.pass(5);
  expect(missed.told()).toEqual([]);
});

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishRestoreStatements } from "~/backup/queries/restore";
import { pauseChannel, resumeChannel } from "~/channels/verbs";
import { runBatch } from "~/db/run-batch";
import { good } from "../support/desk";
import { type KeptWorld, keepWorld } from "../support/kept-world";
import * as act from "../support/missed";
import { sized } from "../support/sizes";
import { execute } from "../support/told";

/**
 * In whatever order drafts open and end, somebody comes who can be told, goes, and time passes: who can be told first is
 * told of each draft that is open, once, within two minutes; nobody is told of what is over, or of what was before a restore.
 */
let missed: act.Missed;
let world: KeptWorld;
beforeAll(async () => {
  missed = await act.openMissed();
  await act.responder(missed, null);
  await execute(missed, "UPDATE page SET nag_minutes = 0");
  world = await keepWorld(missed.deployment);
});
afterAll(async () => {
  await world.end();
  await missed.close();
});

/** How often each comes, of so many: what makes somebody reachable has to meet what waits. */
const weights = {
  open: 6,
  mailer: 3,
  verify: 3,
  channel: 3,
  resume: 3,
  pause: 2,
  end: 1,
  forget: 1,
  restore: 1,
  half: 1,
};
type Act = keyof typeof weights;

const anyAct = fc.oneof(
  ...Object.entries(weights).map(([act, weight]) => ({ arbitrary: fc.constant(act as Act), weight })),
);

/** What is there before the first draft: where neither way is, the drafts wait. */
const before = fc.subarray(["mailer", "verify", "channel", "pause"] as const);

/** What the test knows of the world, without looking at it. */
class Model {
  drafts: { title: string; id: string; openedAt: number; isOwed: boolean; isOver: boolean }[] = [];
  told: string[] = [];
  hasMailer = false;
  hasAddress = false;
  channel: "none" | "on" | "paused" = "none";
  channelId = "";
  version = 0;
  isReachable = () => this.channel === "on" || (this.hasMailer && this.hasAddress);
}

const day = 24 * 3600_000;

const restoreNow = async () => {
  const now = missed.deployment.clock.now;
  const audit = { id: missed.deployment.ctx().id(), after: {} };
  const rows = finishRestoreStatements({
    schema: "0044_following",
    madeAt: now,
    now,
    floor: 0,
    planAnew: "look_at = look_at",
    audit,
  });
  await runBatch(missed.deployment.ctx(), rows);
};

const deeds: Record<Act, (model: Model) => Promise<void>> = {
  async open(model) {
    const title = `Draft ${model.drafts.length}`;
    const id = await act.draft(missed, title);
    model.drafts.push({ title, id, openedAt: missed.deployment.clock.now, isOwed: true, isOver: false });
  },
  async end(model) {
    const found = model.drafts.find(({ isOver }) => !isOver);
    if (!found) return;
    found.isOver = true;
    await act.dismiss(missed, found.id);
  },
  async mailer(model) {
    if (!model.hasMailer) await act.mailer(missed);
    model.hasMailer = true;
  },
  async verify(model) {
    model.hasAddress = true;
    await act.verify(missed);
  },
  async forget(model) {
    model.hasAddress = false;
    await execute(missed, "UPDATE person SET email = NULL WHERE id = 'ann'");
  },
  async channel(model) {
    if (model.channel !== "none") return;
    model.channelId = (await act.channel(missed)).id;
    model.channel = "on";
  },
  async pause(model) {
    if (model.channel !== "on") return;
    await good(
      pauseChannel(missed.as("admin"), { pageId: missed.pageId, id: model.channelId, version: model.version++ }),
    );
    model.channel = "paused";
  },
  async resume(model) {
    if (model.channel !== "paused") return;
    await good(
      resumeChannel(missed.as("admin"), { pageId: missed.pageId, id: model.channelId, version: model.version++ }),
    );
    model.channel = "on";
  },
  async restore(model) {
    await restoreNow();
    for (const each of model.drafts) each.isOwed = false;
  },
  /** A summary outlives the oldest of what it is about. */
  async half() {
    missed.deployment.clock.now += 13 * 3600_000;
    await missed.pass(3);
  },
};

/** After each act two minutes pass: who is owed by then is told, by each way that is there, and nothing else is. */
async function lookAt(model: Model): Promise<void> {
  await missed.pass(2);
  const now = missed.deployment.clock.now;
  // What the clock itself causes, such as that checks stopped, is of another kind.
  const heard = missed.told().filter((text) => /Draft|Missed/.test(text));
  const ways = Number(model.channel === "on") + Number(model.hasMailer && model.hasAddress);
  const young = model.drafts.filter(({ openedAt }) => openedAt > now - day);
  const due = young.filter(({ isOwed, isOver }) => isOwed && !isOver);
  if (!model.isReachable()) {
    expect(heard).toEqual([]);
    return;
  }
  expect(heard.length, JSON.stringify({ heard, due })).toBe(due.length > 0 ? ways : 0);
  for (const text of heard) {
    if (due.length === 1) expect(text).toContain(due[0]?.title);
    else expect(text).toContain(`${due.length}`);
  }
  for (const each of model.drafts) each.isOwed = false;
}

test("told once, to whoever can be told first, and never of what is over", { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(before, fc.array(anyAct, { minLength: 4, maxLength: 10 }), async (first, order) => {
      await world.restore();
      missed.told();
      const model = new Model();
      for (const each of [...first, ...order]) {
        await deeds[each](model);
        await lookAt(model);
      }
    }),
    { numRuns: sized(40, 300) },
  );
});

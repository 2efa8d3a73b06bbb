import { afterAll, beforeAll, expect, test } from "vitest";
import { subscriberTable } from "~/db/schema";
import { makeConfirmationRequestLink } from "~/notifications/letters/engine/confirmation-request-link";
import { makeConfirmToken, makeSubscriptionToken } from "~/notifications/letters/engine/subscriber-links";
import type { Ctx } from "~/platform/ctx";
import { signFormTimeStamp } from "~/subscribers/form-time";
import { leaveSubscription } from "~/subscribers/leave";
import { requestSubscription } from "~/subscribers/request-subscription";
import { changeSubscription, confirmSubscription } from "~/subscribers/subscription";
import { good } from "../support/desk";
import { type FaultMode, faulty, triedCases } from "../support/faults";
import { printFaults } from "../support/measured";
import { put } from "../support/scenario";
import { execute, noticesOf, openTold, quiet, subscribersOf, type Told } from "../support/told";

/** Every single fault over requesting, confirming, changing and leaving: nothing lost, nothing doubled. */
let told: Told;
let cases = 0;
beforeAll(async () => {
  told = await openTold();
});
afterAll(async () => {
  printFaults("subscribing", cases);
  await told.close();
});

interface Flow {
  /** Rows of ann@example.com at the beginning. */
  rows: Partial<typeof subscriberTable.$inferInsert>[];
  /** Done once, and once more as a browser resends, with the same commit id. */
  operate(ctx: Ctx, commitId: string): Promise<unknown>;
  /** State and generation of each row at the end. */
  ends: [state: string, generation: number][];
  mails: number;
  /** Entries of the audit log; absent = one. */
  audited?: number;
}

const held = async (ctx: Ctx, generation = 0) => makeSubscriptionToken(ctx, { id: "sub0", generation });
/** Each asker comes from a network of its own: the limit of one network lives in memory, over all cases. */
let networks = 0;
const requesting = async (ctx: Ctx, commitId: string) => {
  const since = await signFormTimeStamp({ ...ctx, now: () => ctx.now() - 5000 });
  networks += 1;
  const from = { clientAddress: `10.${networks >> 8}.${networks & 255}.1`, trap: "", since };
  return good(requestSubscription(ctx, { pageId: told.pageId, email: "ann@example.com", commitId, ...from }));
};

const flows: Record<string, Flow> = {
  request: { rows: [], operate: requesting, ends: [], mails: 1, audited: 0 },
  "request again after leaving": {
    rows: [{ state: "unsubscribed", generation: 3 }],
    operate: requesting,
    ends: [["unsubscribed", 3]],
    mails: 1,
    audited: 0,
  },
  "confirm what a link carries": {
    rows: [],
    async operate(ctx, commitId) {
      const requested = { scope: "page" as const, components: [], incidentId: "", language: "en", timeZone: "Etc/UTC" };
      const about = { pageId: told.pageId, address: "ann@example.com", generation: null };
      const token = await makeConfirmationRequestLink(ctx, {
        ...about,
        ...requested,
        expiresAt: told.deployment.clock.now + 1e7,
      });
      return good(confirmSubscription(ctx, { pageId: told.pageId, token, commitId }));
    },
    ends: [["active", 0]],
    mails: 0,
  },
  confirm: {
    rows: [{ state: "pending" }],
    async operate(ctx, commitId) {
      const token = await makeConfirmToken(ctx, {
        id: "sub0",
        generation: 0,
        expiresAt: told.deployment.clock.now + 1e7,
      });
      return good(confirmSubscription(ctx, { pageId: told.pageId, token, commitId }));
    },
    ends: [["active", 0]],
    mails: 0,
  },
  change: {
    rows: [{ state: "active" }],
    async operate(ctx, commitId) {
      const chosen = { scope: "components" as const, componentIds: [told.components[0]] };
      return good(changeSubscription(ctx, { pageId: told.pageId, token: await held(ctx), commitId, ...chosen }));
    },
    ends: [["active", 0]],
    mails: 0,
  },
  leave: {
    rows: [{ state: "active" }],
    operate: async (ctx, commitId) =>
      good(leaveSubscription(ctx, { pageId: told.pageId, token: await held(ctx), commitId })),
    ends: [["unsubscribed", 1]],
    mails: 0,
  },
  "leave everything": {
    rows: [{ state: "active" }, { state: "active", scope: "incident", incidentId: "i1" }],
    operate: async (ctx, commitId) =>
      good(leaveSubscription(ctx, { pageId: told.pageId, token: await held(ctx), commitId, everything: true })),
    ends: [
      ["unsubscribed", 1],
      ["unsubscribed", 1],
    ],
    mails: 0,
  },
};

async function begin({ rows }: Flow): Promise<void> {
  for (const table of ["subscriber", "batch", "notice", "audit_entry", "mail_ledger", "stranger_rows"])
    await execute(told, `DELETE FROM ${table}`);
  told.smtp.mails.length = 0;
  const { pageId } = told;
  const same = { pageId, address: "ann@example.com", scope: "page", incidentId: "", componentIds: [], generation: 0 };
  const spoken = { language: "en", timeZone: "Etc/UTC", confirmationsAt: [], state: "active" };
  const fresh = rows.map((row, n) => ({ ...same, ...spoken, id: `sub${n}`, createdAt: 1, updatedAt: 1, ...row }));
  if (fresh.length > 0) await put(told.deployment, subscriberTable, fresh);
}

let done = 0;

/** The operation with its k-th call failing, sent again when it failed; then the clock's work. */
async function once(flow: Flow, call: number, mode: FaultMode) {
  await begin(flow);
  done += 1;
  const binding = faulty(told.deployment.bindings.DB, call, mode);
  const deadline = call === 0 ? 5000 : 150;
  const ctx = quiet(told.deployment.ctx(undefined, { database: binding.database, deadline }));
  const commitId = `commit-${done}`;
  const failed = await flow.operate(ctx, commitId).then(
    () => false,
    () => true,
  );
  await binding.ended();
  const [calls, writes, struck] = [binding.calls(), binding.writes(), binding.struck()];
  if (failed) await flow.operate(quiet(told.deployment.ctx()), commitId);
  await binding.retried();
  const notices = await noticesOf(told);
  await told.sendAll();
  const rows = (await subscribersOf(told)).map(({ state, generation, scope, confirmationsAt, version }) => ({
    state,
    generation,
    scope,
    version,
    asked: confirmationsAt.length,
  }));
  const { results } = await told.deployment.ctx().d1.prepare("SELECT action FROM audit_entry").all();
  const record = { rows, notices: notices.length, mails: told.smtp.mails.length, audit: results };
  return { calls, writes, struck, record };
}

test.each(Object.entries(flows))("%s: nothing is lost or doubled, whichever call fails", async (_, flow) => {
  const clean = await once(flow, 0, "before");
  expect(clean.record.rows.map(({ state, generation }) => [state, generation])).toEqual(flow.ends);
  expect([clean.record.mails, clean.record.notices]).toEqual([flow.mails, flow.mails]);
  expect(clean.record.audit).toHaveLength(flow.audited ?? 1);
  for (const { mode, call } of triedCases(clean)) {
    const { struck, record } = await once(flow, call, mode);
    cases += 1;
    expect({ mode, call, struck, ...record }).toEqual({ mode, call, struck: true, ...clean.record });
  }
});

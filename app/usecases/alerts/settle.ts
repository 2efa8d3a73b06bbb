import { commit } from "~/db/commit";
import { sameOpenIncidents } from "~/db/queries/incident";
import { finishSettle, holdsLease, type SettleRead, settleFacts, takeSettleLease } from "~/db/queries/settle";

import { alertGroup, component, incident } from "~/db/schema";
import { deciding } from "~/db/trouble";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { statementLimit } from "~/platform/meter";
import { decideSettle } from "~/rules/settle";
import type { SettleDecision } from "~/rules/settle-facts";
import { wakeSender } from "../notices/wake";
import { publish } from "../pages/publish";
import { settleChanges } from "./settle-changes";
import { settleNotices } from "./settle-notices";

const rounds = 2;
/** Statements of one publish; where they no longer fit into the invocation, the tick publishes. */
const publishing = 9;
/** And of one more settling with it. */
const another = 24;

const isQuiet = (decision: SettleDecision) =>
  decision.opened.length +
    decision.changed.filter((each) => each.change !== "recovered" && each.change !== "firing").length ===
  0;

/** Visitors see components and published incidents; drafts and groups they do not. Feeds show incidents only. */
function visibleIn(decision: SettleDecision): boolean | "home" {
  const { observed, opened, changed } = decision;
  const published = [...opened, ...changed].filter((each) => each.visibility === "published");
  const told = published.filter(
    (each) => !("change" in each) || each.change === "reopened" || each.change === "resolved",
  );
  return told.length > 0 || (observed.length > 0 && "home");
}

const auditOf = (decision: SettleDecision) => {
  const first = decision.opened[0]?.id ?? decision.changed[0]?.id ?? "";
  const action = decision.opened.length > 0 ? "incident.open" : `incident.${decision.changed[0]?.change ?? "change"}`;
  const opened = decision.opened.map(({ id, title, visibility }) => ({ id, title, visibility }));
  const changed = decision.changed.map(({ id, change }) => ({ id, change }));
  return { action, subjectKind: "incident", subjectId: first, after: { opened, changed } };
};

/** The versions that the decision was made on; the settle lease guards the groups and the rest. */
function expectations({ facts }: SettleRead, decision: SettleDecision) {
  const observed = new Set(decision.observed.map((each) => each.component.id));
  const incidents = new Set([
    ...decision.changed.map(({ id }) => id),
    ...decision.joined.map((each) => each.incidentId),
  ]);
  return [
    {
      table: component,
      rows: facts.components.filter(({ id }) => observed.has(id)).map(({ id, version }) => ({ id, version })),
    },
    {
      table: incident,
      rows: facts.incidents.filter(({ id }) => incidents.has(id)).map(({ id, version }) => ({ id, version })),
    },
    {
      table: alertGroup,
      rows: facts.groups
        .filter(({ id }) => decision.removedGroups.includes(id))
        .map(({ id, version }) => ({ id, version })),
    },
  ].filter((each) => each.rows.length > 0);
}

/** The lease must still be held; where the incident layer moves, no other incident may have come or gone meanwhile. */
function guardsOf(
  pageId: string,
  token: string,
  { facts }: SettleRead,
  { before, after }: SettleDecision,
): Statement[] {
  const open = facts.incidents.filter((each) => !each.closed && each.visibility === "published");
  const moves = JSON.stringify(before) !== JSON.stringify(after);
  return [holdsLease(pageId, token), ...(moves ? [sameOpenIncidents(pageId, open)] : [])];
}

/** What one settling came to: more has come in meanwhile; somebody is to be told. */
interface Settled {
  more: boolean;
  tells: boolean;
}

/** One settling under the lease. */
async function settleOnce(ctx: Ctx, pageId: string, token: string): Promise<Settled> {
  const known = await settleFacts(ctx, pageId);
  if (!known) return { more: false, tells: false };
  const decision = decideSettle(known.facts, ctx.id);
  const changes = await settleChanges(ctx, pageId, known, decision);
  const visible = visibleIn(decision);
  const notices = settleNotices(known, decision);
  const { answers } = await commit(ctx, {
    id: ctx.id(),
    pageId,
    guards: guardsOf(pageId, token, known, decision),
    expect: expectations(known, decision),
    changes: [...changes, finishSettle(pageId, known.wanted, decision.dueAt)],
    ...(isQuiet(decision) ? {} : { audit: auditOf(decision) }),
    notices,
    publishes: visible,
  });
  if (visible && ctx.meter.statements + publishing < statementLimit) await publish(ctx, pageId);
  return { more: Number(answers.at(-1)?.wanted ?? 0) > known.wanted, tells: notices.length > 0 };
}

/** As often as more comes in and fits; true when somebody is to be told. */
async function settleRounds(ctx: Ctx, pageId: string): Promise<boolean> {
  let tells = false;
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && ctx.meter.statements + another >= statementLimit) return tells;
    const token = ctx.token();
    if (!(await takeSettleLease(ctx, pageId, token))) return tells;
    const settled = await deciding(ctx, () => settleOnce(ctx, pageId, token));
    tells ||= settled.tells;
    if (!settled.more) return tells;
  }
  return tells;
}

/**
 * Brings the page up to what its alerts say (protocols §5): observed layer, groups, incidents. Runs under a lease, by
 * whoever comes first: right after a delivery, and by the tick for what was left or fell due. Reads 4 statements.
 * The sender is woken last: where it runs in this invocation, it takes what is left of the budget.
 */
export async function settle(ctx: Ctx, pageId: string): Promise<void> {
  if (await settleRounds(ctx, pageId)) wakeSender(ctx);
}

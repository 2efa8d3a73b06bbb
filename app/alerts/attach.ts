import { alertRulesOfPageQuery } from "~/alert-rules/queries/rule";
import { ruleRecordOf, ruleViewOf } from "~/alert-rules/rule-view";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { alertGroupTable, alertTable, episodeTable, incidentTable } from "~/db/schema";
import { type SqlStatement, updateRowsStatements } from "~/db/write";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type AttachAlertInput, attachAlertInputSchema } from "./rules/input";
import { alertGroupKeyOf, type RuleRecord, ruleForAlert } from "./rules/rule-match";
import {
  alertGroupsOfSourceQuery,
  attachableIncidentByIdQuery,
  firingAlertsOfSourceQuery,
  freeGroupKeyStatement,
  moveUnloadedAlertsStatements,
} from "./settling/queries/attach";
import { maxFiringAlertsPerSource } from "./settling/queries/firing-alerts";
import { guardNotSettlingStatement } from "./settling/queries/settle";
import { alertChangeTarget } from "./verbs";

export type { AttachAlertInput };

type Member = Awaited<ReturnType<typeof firingAlertsOfSourceQuery>>[number];
type Group = typeof alertGroupTable.$inferSelect;

/** The facts on which attaching an alert is decided. */
export interface AttachAlertFacts {
  row: typeof alertTable.$inferSelect;
  target: Awaited<ReturnType<typeof attachableIncidentByIdQuery>>[number] | undefined;
  members: Member[];
  /** The firing alerts of its source that were read, newest first. */
  firing: Member[];
  group: Group | undefined;
}

const groupIdOf = (rules: readonly RuleRecord[], each: Member): string | null => {
  const rule = ruleForAlert(rules, each.sourceId, each);
  return rule ? `${rule.id} ${alertGroupKeyOf(rule, each)}` : null;
};

/** Returns the alerts that form a group with this alert under its rule, and that group. */
export function alertGroupOf(own: Member, firing: Member[], rules: readonly RuleRecord[], groups: readonly Group[]) {
  const groupId = groupIdOf(rules, own);
  if (groupId === null) return { members: [own], group: undefined };
  const others = firing.filter((each) => each.id !== own.id && each.dismissedAt === null);
  const members = [own, ...others.filter((each) => groupIdOf(rules, each) === groupId)];
  return { members, group: groups.find((each) => each.id === groupId) };
}

function refusal({ row, target }: AttachAlertFacts, incidentId: string | null): Result<never> | null {
  if (row.state !== "firing" || row.dismissedAt !== null) {
    return fail({ name: "conflict", code: "not_firing", detail: "alert.not_firing" });
  }
  if (incidentId === null) return null;
  if (!target) return missingFailure;
  if (!target.closed) return null;
  return fail({
    name: "conflict",
    code: "incident_closed",
    detail: "incident.closed",
  });
}

/** Returns the statement that moves the group, too: into the incident at once, or back to its hold. */
function groupStep({ group }: AttachAlertFacts, incidentId: string | null, dueAt: number): SqlStatement[] {
  if (!group) return [];
  const state = incidentId === null ? "waiting" : "open";
  const row = { id: group.id, state, incidentId, dueAt: incidentId === null ? dueAt : null } as const;
  return [...updateRowsStatements(alertGroupTable, group.pageId, [row]), freeGroupKeyStatement(group.pageId, group.id)];
}

/** Moves the rest of a group that has more alerts than were read. */
function unseenStep({ row, firing, group }: AttachAlertFacts, incidentId: string | null): SqlStatement[] {
  const oldest = firing.at(-1);
  if (!group || !oldest || firing.length < maxFiringAlertsPerSource || row.incidentId === null) return [];
  const seen = firing.filter((each) => each.startedAt === oldest.startedAt).map(({ id }) => id);
  const { pageId, sourceId, incidentId: from } = row;
  return moveUnloadedAlertsStatements({ pageId, sourceId, oldestAt: oldest.startedAt, seen, from, to: incidentId });
}

/** Returns the statements that attach: for the alerts, their firings and their group. */
export function attachAlertStatements(
  ctx: Ctx,
  facts: AttachAlertFacts,
  incidentId: string | null,
  holdSeconds: number,
): SqlStatement[] {
  const { pageId } = facts.row;
  const moved = facts.members.map(({ id }) => ({ id, incidentId }));
  const episodes = facts.members.map(({ id, startedAt }) => ({ alertId: id, startedAt, incidentId }));
  return [
    ...updateRowsStatements(alertTable, pageId, moved),
    ...updateRowsStatements(episodeTable, pageId, episodes, ["alertId", "startedAt"]),
    ...unseenStep(facts, incidentId),
    ...groupStep(facts, incidentId, ctx.now() + holdSeconds * 1000),
  ];
}

/**
 * Guards the group and the incident, not the group's other alerts: these may get signals meanwhile and still belong to
 * it.
 */
const expectations = ({ group, target }: AttachAlertFacts) =>
  [
    { table: alertGroupTable, rows: group ? [{ id: group.id, version: group.version }] : [] },
    { table: incidentTable, rows: target ? [{ id: target.id, version: target.version }] : [] },
  ].filter(({ rows }) => rows.length > 0);

/** Takes up a draft that a token proposed: a person has given it an alert. */
const takeUpDraft = ({ row: { pageId }, target }: AttachAlertFacts): SqlStatement[] =>
  target?.proposedBy ? updateRowsStatements(incidentTable, pageId, [{ id: target.id, proposedBy: null }]) : [];

/**
 * Attaches an alert, with all that is grouped with it, to an open incident: no other opens for it, and the incident
 * learns when it recovers. `incidentId: null` detaches it: after its hold its rule decides again. Failures: invalid,
 * conflict (not firing, incident closed), missing.
 */
export const attachAlert = (ctx: Ctx, given: AttachAlertInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      ...alertChangeTarget,
      input: attachAlertInputSchema,
      facts: (_, { pageId, id, incidentId }) => ({
        target: attachableIncidentByIdQuery(ctx, pageId, incidentId ?? ""),
        firing: firingAlertsOfSourceQuery(ctx, pageId, id),
        groups: alertGroupsOfSourceQuery(ctx, pageId, id),
        found: alertRulesOfPageQuery(ctx, pageId),
      }),
      settles: true,
    },
    given,
    ({ row, fields: { incidentId }, target: [target], firing, groups, found }) => {
      const rules = found.map(ruleViewOf).map(ruleRecordOf);
      const facts: AttachAlertFacts = { row, target, firing, ...alertGroupOf(row, firing, rules, groups) };
      const refused = refusal(facts, incidentId);
      if (refused) return refused;
      if (row.incidentId === incidentId) return ok(null);
      const hold = ruleForAlert(rules, row.sourceId, row)?.holdSeconds ?? 0;
      return ok({
        action: incidentId === null ? "alert.detach" : "alert.attach",
        expect: expectations(facts),
        guards: [guardNotSettlingStatement(row.pageId, ctx.now())],
        changes: [...attachAlertStatements(ctx, facts, incidentId, hold), ...takeUpDraft(facts)],
        before: { incidentId: row.incidentId },
        after: { title: row.title, incidentId },
      });
    },
  );

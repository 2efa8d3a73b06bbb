import { watcherComponentChoicesQuery } from "~/alert-rules/queries/observed-components";
import { alertRulesOfPageQuery } from "~/alert-rules/queries/rule";
import { ruleViewOf } from "~/alert-rules/rule-view";
import { validateRuleComponents } from "~/alert-rules/rules/known-components";
import { soleWatchedComponents, unwatchedComponentsAfter } from "~/alert-rules/rules/unwatched-after-change";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { changedValues, withoutUndefinedFields } from "~/change/differences";
import { checkDependence } from "~/components/dependences/dependence-checks";
import { heartbeatTable, ruleComponentTable, ruleTable } from "~/db/schema";
import { deleteRowsStatements, insertRowsStatements, type SqlStatement, updateRowsStatements } from "~/db/write";
import { resealText } from "~/deployment/sealed/reseal";
import { combinedFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { observerDependenciesOfPageQuery } from "~/monitors/queries/monitor";
import type { Ctx } from "~/platform/ctx";
import { endAlertsOfSourceStatements } from "~/sources/queries/source";
import { validateSchedule } from "./heartbeat-checks";
import { heartbeatDeadline } from "./rules/heartbeat-deadline";
import { type UpdateHeartbeatInput, updateHeartbeatInputSchema } from "./rules/input";
import { type HeartbeatByIdRow, heartbeatChangeTarget } from "./verbs";

export type { UpdateHeartbeatInput };

type HeartbeatUpdate = ReturnType<typeof updateHeartbeatInputSchema.parse>;
type HeartbeatRule = ReturnType<typeof ruleViewOf>;

/**
 * Computes the effects of another schedule. The deadline may be earlier, later or absent, so the heartbeat is checked
 * again. If it was late and is not by the new schedule, it is up; pings that arrive at the same time still count.
 */
function rescheduled(ctx: Ctx, row: HeartbeatByIdRow, after: Partial<HeartbeatByIdRow>) {
  const now = ctx.now();
  const waits = row.state === "up" || row.state === "down" || row.lastStartAt !== null;
  if (row.state === "paused" || !waits || !(after.schedule || after.graceSeconds)) return { columns: {}, ends: false };
  const deadline = heartbeatDeadline({ ...row, ...after, state: "up" });
  const onTime = row.state === "down" && row.lastResult === "success" && (deadline === null || deadline > now);
  const up = onTime ? { state: "up" as const, stateSince: now, pendingFrom: row.pingCount + 1 } : {};
  return { columns: { dueAt: now, ...up }, ends: onTime };
}

function ruleChanges(ctx: Ctx, input: HeartbeatUpdate, { id, pageId }: { id: string; pageId: string }): SqlStatement[] {
  const { mode, hold, resolveAfter, components } = input;
  const columns = withoutUndefinedFields({ mode, holdSeconds: hold, resolveAfterSeconds: resolveAfter });
  const rows = updateRowsStatements(ruleTable, pageId, [{ id, ...columns, updatedAt: ctx.now() }]);
  if (!components) return rows;
  const moved = Object.entries(components).map(([componentId, status]) => ({
    pageId,
    ruleId: id,
    componentId,
    status,
  }));
  return [
    ...rows,
    ...deleteRowsStatements(ruleComponentTable, pageId, [{ pageId, ruleId: id }]),
    ...insertRowsStatements(ruleComponentTable, moved),
  ];
}

const ruleWords = (row: HeartbeatRule) => ({
  components: row.components,
  mode: row.mode,
  hold: row.holdSeconds,
  resolveAfter: row.resolveAfterSeconds,
});

function changesOf(ctx: Ctx, input: HeartbeatUpdate, row: HeartbeatByIdRow, catchAll: HeartbeatRule): SqlStatement[] {
  const { id, pageId, slug, schedule, graceSeconds, postOnly, manualResume, tags } = input;
  const { wordsIn, successWords, failWords, startWords } = input;
  const words = { wordsIn, successWords, failWords, startWords };
  const columns = withoutUndefinedFields({ slug, schedule, graceSeconds, postOnly, manualResume, tags, ...words });
  const again = rescheduled(ctx, row, columns);
  return [
    ...updateRowsStatements(heartbeatTable, pageId, [{ id, ...columns, ...again.columns, updatedAt: ctx.now() }]),
    ...ruleChanges(ctx, input, { id: catchAll.id, pageId }),
    ...(again.ends ? endAlertsOfSourceStatements(pageId, id, ctx.now()) : []),
  ];
}

/** Returns the input with its schedule in its stored form. */
function checked(input: HeartbeatUpdate): Result<HeartbeatUpdate> {
  if (!input.schedule) return ok(input);
  const schedule = validateSchedule(input.schedule);
  return schedule.ok ? ok({ ...input, schedule: schedule.value }) : schedule;
}

const factsOf = (ctx: Ctx, { pageId, id, components }: HeartbeatUpdate) => ({
  rules: alertRulesOfPageQuery(ctx, pageId, id),
  components: watcherComponentChoicesQuery(ctx, { pageId, id, components }),
  known: observerDependenciesOfPageQuery(ctx, pageId),
});

/** Changes a heartbeat and its rule, which share a form. Failures: invalid, conflict, missing. */
export const updateHeartbeat = (ctx: Ctx, given: UpdateHeartbeatInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      ...heartbeatChangeTarget,
      input: updateHeartbeatInputSchema,
      facts: factsOf,
      settles: true,
    },
    given,
    async ({ row, input: asked, fields: { schedule: _, ...fields }, rules, components, known }) => {
      const input = checked(asked);
      const catchAll = rules.map(ruleViewOf).find((each) => each.catchAll);
      if (!catchAll) return missingFailure;
      const fits = validateRuleComponents(fields.components ?? {}, components);
      const cause = checkDependence(row.id, fields.dependsOn, { known, of: "source" });
      const wrong = combinedFailure(input, fits, cause);
      if (wrong) return wrong;
      if (!input.ok || !cause.ok) return missingFailure;
      const tokenSealed = await resealText(ctx, row.tokenSealed);
      const { schedule } = input.value;
      return ok({
        action: "heartbeat.update",
        ...(fields.components ? { observers: { sources: [row.id], components: Object.keys(fields.components) } } : {}),
        leftUnwatched: unwatchedComponentsAfter(soleWatchedComponents(components), input.value.components, "heartbeat"),
        expect: cause.value,
        fields: { ...withoutUndefinedFields({ name: fields.name, dependsOn: fields.dependsOn }), tokenSealed },
        changes: changesOf(ctx, input.value, row, catchAll),
        ...changedValues({ ...row, ...ruleWords(catchAll) }, withoutUndefinedFields({ ...fields, schedule })),
      });
    },
  );

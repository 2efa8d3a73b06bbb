import type { IdOnPage } from "~/access/id-on-page";
import { anyComponentObserverQuery } from "~/alert-rules/queries/observed-components";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { withoutUndefinedFields } from "~/change/differences";
import type { componentTable } from "~/db/schema";
import { combinedFailure, invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import type { SettableStatus } from "~/status/status";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { timelineStateOf, timelineStateOfPageQuery } from "~/status-page/timeline/queries/status-change";
import { componentAuditDifferences } from "./audited-differences";
import { componentChangeTarget } from "./component-access";
import { takenNameRefusal, unknownGroupRefusal } from "./component-checks";
import { checkDependence } from "./dependences/dependence-checks";
import { componentGroupsOfPageQuery, guardComponentNamesFreeStatements } from "./queries/component";
import type { StatusKeeper } from "./rules/fields";
import { type UpdateComponentInput, updateComponentInputSchema } from "./rules/input";
import { type KeeperChange, keeperChangeOnChoice } from "./rules/word";
import { guardManualKeeperStatements, manualStatusChange, manualStatusCommitParts } from "./set-status";
import { movedStartDateStatements } from "./unwatched-past";

export type { UpdateComponentInput };

type StoredComponent = typeof componentTable.$inferSelect;
type ComponentObservers = readonly { name: string }[];

/**
 * Returns the change by which an admin chooses or confirms how the status is kept. A component with an observer cannot
 * be kept manually.
 */
function chosenKeeper(
  ctx: Ctx,
  row: StoredComponent,
  chosen: StatusKeeper | null | undefined,
  [observer]: ComponentObservers,
): Result<KeeperChange> {
  const isSaid = chosen === row.keptBy && (row.keptAnswered || chosen === null);
  if (chosen === undefined || isSaid) return ok({ fields: {}, rows: [] });
  if (chosen === "manual" && observer)
    return invalidFieldFailure("keptBy", refusalFor("component.is_watched", { name: observer.name }));
  return ok(keeperChangeOnChoice(row, chosen, observer !== undefined, ctx.now()));
}

/**
 * Returns the manual change of a status in the same request. It also decides how the status is kept, unless that was
 * chosen.
 */
function statusOf(ctx: Ctx, row: StoredComponent, status: SettableStatus | undefined, isDecided: boolean) {
  if (status === undefined) return { fields: {}, rows: [] };
  return manualStatusChange(ctx, row, { status, reason: "", until: null }, isDecided);
}

const facts = (ctx: Ctx, { pageId, id }: IdOnPage) => ({
  owner: pageByIdQuery(ctx, pageId),
  observers: anyComponentObserverQuery(ctx, pageId, id),
  groups: componentGroupsOfPageQuery(ctx, pageId),
  timeline: timelineStateOfPageQuery(ctx, pageId),
  known: activeComponentsOfPageQuery(ctx, pageId),
});

/**
 * Changes a component; a status in the same request belongs to the manual layer. Failures: invalid, conflict, missing.
 */
export const updateComponent = (ctx: Ctx, given: UpdateComponentInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...componentChangeTarget, role: "admin", input: updateComponentInputSchema, facts },
    given,
    async ({ row, fields: { status, keptBy, ...fields }, owner: [owner], groups, timeline, known, observers }) => {
      if (!owner) return missingFailure;
      const called = {
        id: row.id,
        name: fields.name ?? row.name,
        groupId: fields.groupId === undefined ? row.groupId : fields.groupId || null,
      };
      const renamed = called.name !== row.name || called.groupId !== row.groupId;
      const cause = checkDependence(row.id, fields.dependsOn, { known, of: "component" });
      const taken = renamed ? takenNameRefusal(known, called) : null;
      const keeper = chosenKeeper(ctx, row, keptBy, observers);
      const chosen = keeper.ok ? keeper.value : { fields: {}, rows: [] };
      const isDecided = observers.length > 0 || chosen.fields.keptBy !== undefined;
      const manual = statusOf(ctx, row, status, isDecided);
      const state = timelineStateOf(timeline);
      const kept = {
        ...row,
        ...manual.fields,
        ...chosen.fields,
        ...withoutUndefinedFields({ startDate: fields.startDate }),
      };
      const past = movedStartDateStatements(ctx, owner.timeZone, row, kept, state);
      const wrong = combinedFailure(unknownGroupRefusal(groups, fields.groupId), taken, cause, keeper, past);
      if (wrong) return wrong;
      if (!cause.ok || !past.ok) return missingFailure;
      const changed = { ...withoutUndefinedFields(fields), ...manual.fields, ...chosen.fields };
      const step = await manualStatusCommitParts(ctx, row.pageId, state, [...manual.rows, ...chosen.rows], past.value);
      return ok({
        action: "component.update",
        fields: changed,
        expect: cause.value,
        guards: [
          ...guardManualKeeperStatements(row, changed),
          ...(renamed ? guardComponentNamesFreeStatements(row.pageId, [called]) : []),
          ...step.guards,
        ],
        changes: step.changes,
        ...componentAuditDifferences(row, changed),
        publishes: true,
      });
    },
  );

import { observersOfComponent } from "~/alert-rules/queries/observed-components";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { present } from "~/change/differences";
import type { component } from "~/db/schema";
import { combinedFailure, invalid, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { pageById } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import type { SettableStatus } from "~/status/status";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { stateOf, timelineOf } from "~/status-page/timeline/queries/status-change";
import { auditedDifferences } from "./audited-differences";
import { componentAccess } from "./component-access";
import { takenName, unknownGroup } from "./component-checks";
import { checkedCause } from "./dependences/dependence-checks";
import { groupsOf, namesAreFree } from "./queries/component";
import type { StatusKeeper } from "./rules/fields";
import { type UpdateComponentInput, updateComponentInput } from "./rules/input";
import { choiceOf, type KeeperWord } from "./rules/word";
import { guardManualKeeper, manualChange, manualStep } from "./set-status";
import { countMovedPast } from "./unwatched-past";

export type { UpdateComponentInput };

type StoredComponent = typeof component.$inferSelect;
type Observers = readonly { name: string }[];

/**
 * Returns the change of an admin's choice of keeper, also a confirmation. A component with an observer cannot be kept
 * manually.
 */
function chosenKeeper(
  ctx: Ctx,
  row: StoredComponent,
  chosen: StatusKeeper | null | undefined,
  [observer]: Observers,
): Result<KeeperWord> {
  const isSaid = chosen === row.keptBy && (row.keptAnswered || chosen === null);
  if (chosen === undefined || isSaid) return ok({ fields: {}, rows: [] });
  if (chosen === "manual" && observer)
    return invalid("keptBy", refusalFor("component.is_watched", { name: observer.name }));
  return ok(choiceOf(row, chosen, observer !== undefined, ctx.now()));
}

/** Returns the manual change of a status that comes with it, which also decides the keeper unless one was chosen. */
function statusOf(ctx: Ctx, row: StoredComponent, status: SettableStatus | undefined, isDecided: boolean) {
  if (status === undefined) return { fields: {}, rows: [] };
  return manualChange(ctx, row, { status, reason: "", until: null }, isDecided);
}

const facts = (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => ({
  owner: pageById(ctx, pageId),
  observers: observersOfComponent(ctx, pageId, id),
  groups: groupsOf(ctx, pageId),
  timeline: timelineOf(ctx, pageId),
  known: shownComponents(ctx, pageId),
});

/**
 * Changes a component; a status that comes with it belongs to the manual layer. Failures: invalid, conflict, missing.
 */
export const updateComponent = (ctx: Ctx, given: UpdateComponentInput): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    { ...componentAccess, role: "admin", input: updateComponentInput, facts },
    given,
    async ({ row, fields: { status, keptBy, ...fields }, owner: [owner], groups, timeline, known, observers }) => {
      if (!owner) return missingFailure;
      const called = {
        id: row.id,
        name: fields.name ?? row.name,
        groupId: fields.groupId === undefined ? row.groupId : fields.groupId || null,
      };
      const renamed = called.name !== row.name || called.groupId !== row.groupId;
      const cause = checkedCause(row.id, fields.dependsOn, { known, of: "component" });
      const taken = renamed ? takenName(known, called) : null;
      const keeper = chosenKeeper(ctx, row, keptBy, observers);
      const chosen = keeper.ok ? keeper.value : { fields: {}, rows: [] };
      const isDecided = observers.length > 0 || chosen.fields.keptBy !== undefined;
      const manual = statusOf(ctx, row, status, isDecided);
      const state = stateOf(timeline);
      const kept = { ...row, ...manual.fields, ...chosen.fields, ...present({ startDate: fields.startDate }) };
      const past = countMovedPast(ctx, owner.timeZone, row, kept, state);
      const wrong = combinedFailure(unknownGroup(groups, fields.groupId), taken, cause, keeper, past);
      if (wrong) return wrong;
      if (!cause.ok || !past.ok) return missingFailure;
      const changed = { ...present(fields), ...manual.fields, ...chosen.fields };
      const step = await manualStep(ctx, row.pageId, state, [...manual.rows, ...chosen.rows], past.value);
      return ok({
        action: "component.update",
        fields: changed,
        expect: cause.value,
        guards: [
          ...guardManualKeeper(row, changed),
          ...(renamed ? namesAreFree(row.pageId, [called]) : []),
          ...step.guards,
        ],
        changes: step.changes,
        ...auditedDifferences(row, changed),
        publishes: true,
      });
    },
  );

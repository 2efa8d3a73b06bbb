import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { present } from "~/change/differences";
import { allWrong, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { stateOf, timelineOf } from "~/status-page/timeline/queries/status-change";
import { audited } from "./audited";
import { takenName, unknownGroup } from "./checked";
import { checkedCause } from "./dependences/checked";
import { oneComponent } from "./one";
import { groupsOf, namesAreFree, observedNow } from "./queries/component";
import { type UpdateComponentInput, updateComponentInput } from "./rules/input";
import { manualChange, manualStep } from "./set-status";

export type { UpdateComponentInput };

/** Changes what a component is; a status that comes with it is the manual layer's. Failures: invalid, conflict, missing. */
export const updateComponent = (ctx: Ctx, given: UpdateComponentInput): Promise<Result<Done>> =>
  changeOne(
    ctx,
    {
      ...oneComponent,
      role: "admin",
      input: updateComponentInput,
      facts: (_, { pageId, id }) => ({
        observers: observedNow(ctx, pageId, id),
        groups: groupsOf(ctx, pageId),
        timeline: timelineOf(ctx, pageId),
        known: shownComponents(ctx, pageId),
      }),
    },
    given,
    async ({ row, fields: { status, ...fields }, groups, timeline, known, observers }) => {
      const called = {
        id: row.id,
        name: fields.name ?? row.name,
        groupId: fields.groupId === undefined ? row.groupId : fields.groupId || null,
      };
      const renamed = called.name !== row.name || called.groupId !== row.groupId;
      const cause = checkedCause(row.id, fields.dependsOn, { known, of: "component" });
      const taken = renamed ? takenName(known, called) : null;
      const wrong = allWrong(unknownGroup(groups, fields.groupId), taken, cause);
      if (wrong) return wrong;
      if (!cause.ok) return cause;
      const isObserved = observers.length > 0;
      const manual = status ? manualChange(ctx, row, { status, reason: "", until: null }, isObserved) : null;
      const changed = audited(row, { ...present(fields), ...manual?.fields });
      const step = await manualStep(ctx, row.pageId, stateOf(timeline), manual?.rows ?? []);
      return ok({
        action: "component.update",
        fields: { ...manual?.fields, ...changed.after },
        expect: cause.value,
        guards: [...step.guards, ...(renamed ? namesAreFree(row.pageId, [called]) : [])],
        changes: step.changes,
        ...changed,
        publishes: true,
      });
    },
  );

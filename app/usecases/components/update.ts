import { groupsOf, namesAreFree } from "~/db/queries/component";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { stateOf, timelineOf } from "~/db/queries/status-change";
import type { Ctx } from "~/platform/ctx";
import { invalid, ok, type Result } from "~/rules/basics/failure";
import { type UpdateComponentInput, updateComponentInput } from "~/rules/components/input";
import { isNameTaken } from "~/rules/components/names";
import { said } from "~/rules/failures/refusal";
import type { Done } from "../change/answers";
import { changeOne } from "../change/change-one";
import { differences, present } from "../change/differences";
import { checkedCause } from "../dependences/checked";
import { oneComponent } from "./one";
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
      facts: (_, { pageId }) => ({
        groups: groupsOf(ctx, pageId),
        timeline: timelineOf(ctx, pageId),
        known: shownComponents(ctx, pageId),
      }),
    },
    given,
    async ({ row, fields: { status, ...fields }, groups, timeline, known }) => {
      if (fields.groupId && !groups.some((group) => group.id === fields.groupId)) {
        return invalid("groupId", "component.no_group");
      }
      const called = {
        id: row.id,
        name: fields.name ?? row.name,
        groupId: fields.groupId === undefined ? row.groupId : fields.groupId || null,
      };
      const renamed = called.name !== row.name || called.groupId !== row.groupId;
      if (renamed && isNameTaken(known, called))
        return invalid("name", said("component.name_taken", { name: called.name }));
      const cause = checkedCause(row.id, fields.dependsOn, { known, of: "component" });
      if (!cause.ok) return cause;
      const manual = status ? manualChange(ctx, row, { status, reason: "", until: null }) : null;
      const changed = differences(row, { ...present(fields), ...manual?.fields });
      const step = await manualStep(ctx, row.pageId, stateOf(timeline), manual?.rows ?? []);
      return ok({
        action: "component.update",
        fields: changed.after,
        expect: cause.value,
        guards: [...step.guards, ...(renamed ? namesAreFree(row.pageId, [called]) : [])],
        changes: step.changes,
        ...changed,
        publishes: true,
      });
    },
  );

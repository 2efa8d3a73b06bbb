import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { differences, present } from "~/change/differences";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type UpdateGroupInput, updateGroupInput } from "../rules/input";
import { regrouped, unknownComponents } from "./members";
import { oneGroup } from "./one";

export type { UpdateGroupInput };

/** Changes a group and, if given, its components. Failures: invalid, conflict, missing. */
export const updateGroup = (ctx: Ctx, given: UpdateGroupInput): Promise<Result<Done>> =>
  changeOne(
    ctx,
    { ...oneGroup, input: updateGroupInput },
    given,
    ({ row, fields: { components, ...fields }, known }) => {
      const unknown = unknownComponents(known, components);
      if (unknown) return unknown;
      const { before, after } = differences(row, present(fields));
      return ok({
        action: "group.update",
        fields: after,
        changes: regrouped(row.pageId, known, row.id, components),
        before,
        after: present({ ...after, components }),
        publishes: "home",
      });
    },
  );

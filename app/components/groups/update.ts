import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { differences, present } from "~/change/differences";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type UpdateGroupInput, updateGroupInput } from "../rules/input";
import { groupAccess } from "./group-access";
import { regroupComponents, unknownComponents } from "./members";

export type { UpdateGroupInput };

/** Changes a group and, if given, its components. Failures: invalid, conflict, missing. */
export const updateGroup = (ctx: Ctx, given: UpdateGroupInput): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    { ...groupAccess, input: updateGroupInput },
    given,
    ({ row, fields: { components, ...fields }, known }) => {
      const unknown = unknownComponents(known, components);
      if (unknown) return unknown;
      const { before, after } = differences(row, present(fields));
      return ok({
        action: "group.update",
        fields: after,
        changes: regroupComponents(row.pageId, known, row.id, components),
        before,
        after: present({ ...after, components }),
        publishes: "home",
      });
    },
  );

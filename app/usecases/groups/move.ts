import { groupsOf } from "~/db/queries/component";
import { componentGroup } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { moved } from "~/rules/basics/ordering";
import { type MoveInput, moveInput } from "~/rules/components/input";
import type { Done } from "../change/answers";
import { changeOne } from "../change/change-one";

/** Moves a group one place among the groups of its page; at the end nothing changes. */
export const moveGroup = (ctx: Ctx, given: MoveInput): Promise<Result<Done>> =>
  changeOne(
    ctx,
    {
      role: "admin",
      subject: "component_group",
      table: componentGroup,
      input: moveInput,
      row: (_, { pageId }) => groupsOf(ctx, pageId),
      find: (all, { id }) => all.find((each) => each.id === id),
    },
    given,
    ({ row: { id, pageId }, fields: { direction }, rows }) => {
      const changed = moved(rows, id, direction).map(({ id: one, position }) => ({ id: one, position }));
      if (changed.length === 0) return ok(null);
      return ok({
        action: "group.move",
        changes: updateRows(componentGroup, pageId, changed),
        after: { direction },
        publishes: "home",
      });
    },
  );

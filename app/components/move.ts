import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { component } from "~/db/schema";
import { updateRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { moveByOne } from "~/text/positions";
import { type MoveInput, moveInput } from "./rules/input";

export type { MoveInput };

/** Moves a component by one position within its group; at the end of the group nothing changes. */
export const moveComponent = (ctx: Ctx, given: MoveInput): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    {
      role: "admin",
      subject: "component",
      table: component,
      input: moveInput,
      row: (_, { pageId }) => shownComponents(ctx, pageId),
      find: (all, { id }) => all.find((each) => each.id === id),
    },
    given,
    ({ row: { id, pageId, groupId }, fields: { direction }, rows }) => {
      const siblings = rows.filter((each) => each.groupId === groupId);
      const changed = moveByOne(siblings, id, direction);
      if (changed.length === 0) return ok(null);
      return ok({
        action: "component.move",
        changes: updateRows(
          component,
          pageId,
          changed.map((each) => ({ id: each.id, position: each.position })),
        ),
        besides: changed.filter((each) => each.id !== id).map((each) => ({ id: each.id, version: each.version })),
        after: { direction },
        publishes: "home",
      });
    },
  );

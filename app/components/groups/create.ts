import type { ChangeResult } from "~/change/change-result";
import { createOne } from "~/change/create-one";
import { present } from "~/change/differences";
import { componentGroup } from "~/db/schema";
import { insertRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { groupsOf } from "../queries/component";
import { type CreateGroupInput, createGroupInput } from "../rules/input";
import { regroupComponents, unknownComponents } from "./members";

export type { CreateGroupInput };

/** Adds a group at the end of the page. Failures: invalid (also an unknown component). */
export const createGroup = (ctx: Ctx, given: CreateGroupInput): Promise<Result<ChangeResult>> =>
  createOne(
    ctx,
    {
      role: "admin",
      subject: "component_group",
      input: createGroupInput,
      facts: (_, { pageId }) => ({ groups: groupsOf(ctx, pageId), known: shownComponents(ctx, pageId) }),
    },
    given,
    ({ id, input: { pageId }, fields: { components, ...fields }, groups, known }) => {
      const unknown = unknownComponents(known, components);
      if (unknown) return unknown;
      const now = ctx.now();
      const position = Math.max(0, ...groups.map((each) => each.position)) + 1;
      const row = { ...present(fields), name: fields.name, id, pageId, position, createdAt: now, updatedAt: now };
      return ok({
        action: "group.create",
        changes: [...insertRows(componentGroup, [row]), ...regroupComponents(pageId, known, id, components)],
        after: present({ ...fields, components }),
        publishes: "home",
      });
    },
  );

import { groupsOf } from "~/db/queries/component";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { read } from "~/db/read";
import { componentGroup } from "~/db/schema";
import { insertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { type CreateGroupInput, createGroupInput } from "~/rules/components/input";
import { parseInput } from "~/rules/fields/parse";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { present } from "../change/differences";
import { regrouped, unknownComponents } from "./members";

export type { CreateGroupInput };

/** Adds a group at the end of the page. Failures: invalid (also an unknown component). */
export async function createGroup(ctx: Ctx, given: CreateGroupInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(createGroupInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, commitId = ctx.id(), components, ...fields } = parsed.value;
  const id = ctx.id();
  return changing(ctx, async () => {
    const [groups, known] = await read(ctx, groupsOf(ctx, pageId), shownComponents(ctx, pageId));
    const unknown = unknownComponents(known, components);
    if (unknown) return unknown;
    const now = ctx.now();
    const position = Math.max(0, ...groups.map((each) => each.position)) + 1;
    const row = { ...(present(fields) as typeof fields), id, pageId, position, createdAt: now, updatedAt: now };
    return commitChange(ctx, {
      id: commitId,
      pageId,
      changes: [...insertRows(componentGroup, [row]), ...regrouped(pageId, known, id, components)],
      audit: {
        action: "group.create",
        subjectKind: "component_group",
        subjectId: id,
        after: present({ ...fields, components }),
      },
      publishes: "home",
    });
  });
}

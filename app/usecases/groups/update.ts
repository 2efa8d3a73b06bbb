import { priorCommit } from "~/db/queries/audit";
import { groupById } from "~/db/queries/component";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { read } from "~/db/read";
import { componentGroup } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { type UpdateGroupInput, updateGroupInput } from "~/rules/components/input";
import { parseInput } from "~/rules/fields/parse";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { differences, present } from "../change/differences";
import { find } from "../change/find";
import { regrouped, unknownComponents } from "./members";

export type { UpdateGroupInput };

/** Changes a group and, where given, which components are in it. Failures: invalid, conflict, missing. */
export async function updateGroup(ctx: Ctx, given: UpdateGroupInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(updateGroupInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id(), components, ...fields } = parsed.value;
  return changing(ctx, async () => {
    const queries = [priorCommit(ctx, commitId), groupById(ctx, pageId, id), shownComponents(ctx, pageId)] as const;
    const [prior, [row], known] = await read(ctx, ...queries);
    const found = find(prior, row, { pageId, version });
    if (found.answer) return found.answer;
    const unknown = unknownComponents(known, components);
    if (unknown) return unknown;
    const changed = differences(found.row, present(fields));
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: componentGroup, rows: [{ id, version: found.row.version }] }],
      changes: [
        ...updateRows(componentGroup, pageId, [{ id, ...changed.after, updatedAt: ctx.now() }]),
        ...regrouped(pageId, known, id, components),
      ],
      audit: {
        action: "group.update",
        subjectKind: "component_group",
        subjectId: id,
        before: changed.before ?? null,
        after: present({ ...changed.after, components }),
      },
      publishes: "home",
    });
  });
}

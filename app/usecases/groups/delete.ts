import { priorCommit } from "~/db/queries/audit";
import { groupById } from "~/db/queries/component";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { read } from "~/db/read";
import { componentGroup } from "~/db/schema";
import { deleteRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { type ComponentTarget, componentTarget } from "~/rules/components/input";
import { parseInput } from "~/rules/fields/parse";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";
import { regrouped } from "./members";

/** Deletes a group; its components stay, in no group. Failures: conflict, missing. */
export async function deleteGroup(ctx: Ctx, given: ComponentTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(componentTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async () => {
    const queries = [priorCommit(ctx, commitId), groupById(ctx, pageId, id), shownComponents(ctx, pageId)] as const;
    const [prior, [row], known] = await read(ctx, ...queries);
    const found = find(prior, row, { pageId, version });
    if (found.answer) return found.answer;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: componentGroup, rows: [{ id, version: found.row.version }] }],
      changes: [...deleteRows(componentGroup, pageId, [{ id }]), ...regrouped(pageId, known, id, [])],
      audit: {
        action: "group.delete",
        subjectKind: "component_group",
        subjectId: id,
        before: { name: found.row.name },
      },
      publishes: "home",
    });
  });
}

import { priorCommit } from "~/db/queries/audit";
import { componentById } from "~/db/queries/component";
import { dropRuleComponent } from "~/db/queries/rule";
import { wantSettle } from "~/db/queries/wish";
import { read } from "~/db/read";
import { component } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { type ComponentTarget, componentTarget } from "~/rules/components/input";
import { parseInput } from "~/rules/fields/parse";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";
import { settleSoon } from "../change/settle-soon";

/** Takes a component off the page and out of the rules; its history stays. Failures: conflict, missing. */
export async function archiveComponent(ctx: Ctx, given: ComponentTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(componentTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id() } = parsed.value;
  const done = await changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), componentById(ctx, pageId, id));
    const found = find(prior, row, { pageId, version });
    if (found.answer) return found.answer;
    const now = ctx.now();
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: component, rows: [{ id, version: found.row.version }] }],
      changes: [
        ...updateRows(component, pageId, [{ id, archivedAt: now, updatedAt: now }]),
        dropRuleComponent(pageId, id),
        wantSettle(pageId, ctx.now()),
      ],
      audit: { action: "component.archive", subjectKind: "component", subjectId: id, before: { name: found.row.name } },
      publishes: true,
    });
  });
  if (done.ok) settleSoon(ctx, pageId);
  return done;
}

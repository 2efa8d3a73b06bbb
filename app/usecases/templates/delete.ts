import { priorCommit } from "~/db/queries/audit";
import { templateById } from "~/db/queries/template";
import { read } from "~/db/read";
import { template } from "~/db/schema";
import { deleteRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type TemplateTarget, templateTarget } from "~/rules/incidents/template-input";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";

/** Deletes a template; incidents that were written with it stay. Failures: conflict, missing. */
export async function deleteTemplate(ctx: Ctx, given: TemplateTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(templateTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), templateById(ctx, pageId, id));
    const found = find(prior, row, { pageId, version });
    if (found.answer) return found.answer;
    const { name, title, body } = found.row;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: template, rows: [{ id, version: found.row.version }] }],
      changes: deleteRows(template, pageId, [{ id }]),
      audit: { action: "template.delete", subjectKind: "template", subjectId: id, before: { name, title, body } },
    });
  });
}

import { priorCommit } from "~/db/queries/audit";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { templateById } from "~/db/queries/template";
import { read } from "~/db/read";
import { template } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type UpdateTemplateInput, updateTemplateInput } from "~/rules/incidents/template-input";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { differences, present } from "../change/differences";
import { find } from "../change/find";
import { templateTrouble } from "./checked";

export type { UpdateTemplateInput };

/** Changes a template; what it was used for stays as it was. Failures: invalid, conflict, missing. */
export async function updateTemplate(ctx: Ctx, given: UpdateTemplateInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(updateTemplateInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id(), ...fields } = parsed.value;
  return changing(ctx, async () => {
    const queries = [priorCommit(ctx, commitId), templateById(ctx, pageId, id), shownComponents(ctx, pageId)] as const;
    const [prior, [row], known] = await read(ctx, ...queries);
    const found = find(prior, row, { pageId, version });
    if (found.answer) return found.answer;
    const changed = differences(found.row, present(fields));
    const no = templateTrouble({ ...found.row, ...present(fields) }, known, found.row.components);
    if (no) return no;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: template, rows: [{ id, version: found.row.version }] }],
      changes: updateRows(template, pageId, [{ id, ...changed.after, updatedAt: ctx.now() }]),
      audit: { action: "template.update", subjectKind: "template", subjectId: id, ...changed },
    });
  });
}

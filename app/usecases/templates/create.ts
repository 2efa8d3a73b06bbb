import { priorCommit } from "~/db/queries/audit";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { templatesOf } from "~/db/queries/template";
import { read } from "~/db/read";
import { template } from "~/db/schema";
import { insertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type CreateTemplateInput, createTemplateInput } from "~/rules/incidents/template-input";
import { type Done, replayOf } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { templatesAtMost, templateTrouble } from "./checked";

export type { CreateTemplateInput };

/** Keeps words for later. Failures: invalid, conflict `too_many` (100 a page). */
export async function createTemplate(ctx: Ctx, given: CreateTemplateInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(createTemplateInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, commitId = ctx.id(), ...fields } = parsed.value;
  const id = ctx.id();
  return changing(ctx, async () => {
    const queries = [priorCommit(ctx, commitId), templatesOf(ctx, pageId), shownComponents(ctx, pageId)] as const;
    const [prior, rows, known] = await read(ctx, ...queries);
    const replay = replayOf(prior, pageId);
    if (replay) return replay;
    const no = templateTrouble(fields, known);
    if (no) return no;
    if (rows.length >= templatesAtMost) {
      const detail = `A page has at most ${templatesAtMost} templates. Delete one first.`;
      return fail({ name: "conflict", code: "too_many", detail });
    }
    const now = ctx.now();
    return commitChange(ctx, {
      id: commitId,
      pageId,
      changes: insertRows(template, [{ id, pageId, ...fields, createdAt: now, updatedAt: now }]),
      audit: { action: "template.create", subjectKind: "template", subjectId: id, after: fields },
    });
  });
}

import type { Done } from "~/change/answers";
import { createOne } from "~/change/create-one";
import { template } from "~/db/schema";
import { insertRows } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import { said } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { templatesAtMost, templateTrouble } from "./checked";
import { templatesOf } from "./queries/template";
import { type CreateTemplateInput, createTemplateInput } from "./rules/template-input";

export type { CreateTemplateInput };

const tooMany = fail({
  name: "conflict",
  code: "too_many",
  detail: said("template.limit", { most: templatesAtMost }),
});

/** Creates a template. Failures: invalid, conflict `too_many` (100 a page). */
export const createTemplate = (ctx: Ctx, given: CreateTemplateInput): Promise<Result<Done>> =>
  createOne(
    ctx,
    {
      role: "admin",
      subject: "template",
      input: createTemplateInput,
      facts: (_, { pageId }) => ({ rows: templatesOf(ctx, pageId), known: shownComponents(ctx, pageId) }),
    },
    given,
    ({ id, input: { pageId }, fields, rows, known }) => {
      const trouble = templateTrouble(fields, known);
      if (trouble) return trouble;
      if (rows.length >= templatesAtMost) return tooMany;
      const now = ctx.now();
      return ok({
        action: "template.create",
        changes: insertRows(template, [{ id, pageId, ...fields, createdAt: now, updatedAt: now }]),
        after: fields,
      });
    },
  );

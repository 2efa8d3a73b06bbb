import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { template } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { oneTemplate } from "./one";
import { type TemplateTarget, templateTarget } from "./rules/template-input";

/** Deletes a template; incidents that were written with it stay. Failures: conflict, missing. */
export const deleteTemplate = (ctx: Ctx, given: TemplateTarget): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneTemplate, input: templateTarget }, given, ({ row: { id, pageId, name, title, body } }) =>
    ok({
      action: "template.delete",
      changes: deleteRows(template, pageId, [{ id }]),
      before: { name, title, body },
    }),
  );

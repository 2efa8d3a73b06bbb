import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { differences, present } from "~/change/differences";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { templateTrouble } from "./checked";
import { oneTemplate } from "./one";
import { type UpdateTemplateInput, updateTemplateInput } from "./rules/template-input";

export type { UpdateTemplateInput };

/** Changes a template; incidents that were written with it stay as they are. Failures: invalid, conflict, missing. */
export const updateTemplate = (ctx: Ctx, given: UpdateTemplateInput): Promise<Result<Done>> =>
  changeOne(
    ctx,
    {
      ...oneTemplate,
      input: updateTemplateInput,
      facts: (_, { pageId }) => ({ known: shownComponents(ctx, pageId) }),
    },
    given,
    ({ row, fields, known }) => {
      const trouble = templateTrouble({ ...row, ...present(fields) }, known, row.components);
      if (trouble) return trouble;
      const changed = differences(row, present(fields));
      return ok({ action: "template.update", fields: changed.after, ...changed });
    },
  );

import { authorizeAndParse } from "~/change/authorize-and-parse";
import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { type PageRow, pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { zonedTimeText } from "~/time/local-time";
import { templateByIdQuery } from "./queries/template";
import {
  formatNameList,
  type IncidentFormTypedValues,
  incidentFormWithTemplate,
  type TemplateContent,
} from "./rules/template";
import { type ApplyTemplateInput, applyTemplateInputSchema } from "./rules/template-input";

export type { ApplyTemplateInput };

type TemplatePage = Pick<PageRow, "name" | "language" | "timeZone">;

/**
 * Returns what was typed, filled from the template: its components limited to those of the page, its placeholders with
 * present values.
 */
export function fillIncidentForm(
  ctx: Ctx,
  page: TemplatePage,
  known: readonly { id: string; name: string }[],
  template: TemplateContent,
  typed: IncidentFormTypedValues,
): IncidentFormTypedValues {
  const shown = Object.entries(template.components).filter(([each]) =>
    known.some((component) => component.id === each),
  );
  const components = Object.fromEntries(shown);
  const chosen = { ...components, ...typed.components };
  const names = known.flatMap((each) => (each.id in chosen ? [each.name] : []));
  const time = zonedTimeText(ctx.now(), page.timeZone);
  return incidentFormWithTemplate(
    typed,
    { ...template, components },
    { component: formatNameList(names, page.language), page: page.name, time },
  );
}

/** Fills a form from a template; nothing is saved, and typed values are kept. Failures: missing. */
export async function applyTemplate(ctx: Ctx, given: ApplyTemplateInput): Promise<Result<IncidentFormTypedValues>> {
  const authorized = authorizeAndParse(ctx, { role: "responder", input: applyTemplateInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { pageId, id, typed } = authorized.value.input;
  const [[template], [page], known] = await readBatch(
    ctx,
    templateByIdQuery(ctx, pageId, id),
    pageByIdQuery(ctx, pageId),
    activeComponentsOfPageQuery(ctx, pageId),
  );
  if (!template || !page) return missingFailure;
  return ok(fillIncidentForm(ctx, page, known, template, typed));
}

import { readBatch } from "~/db/read";
import { missingFailure } from "~/failures/failure";
import { pageByIdQuery } from "~/pages/queries/page";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { fillIncidentForm } from "~/templates/use";
import { createTemplateInputSchema } from "~/templates/verbs";
import { createPreview } from "./preview";
import { previewIncidentOpening } from "./preview-incident";

const untyped = { title: "", body: "", status: "", impactOverride: "", components: {}, nextMinutes: "" };

/**
 * Previews an incident that is opened with only the template; without a title it has the template's name. Failures:
 * invalid.
 */
export const previewTemplate = createPreview(createTemplateInputSchema, async (ctx, input, look) => {
  const { pageId, name, title, ...template } = input;
  const [[page], known] = await readBatch(ctx, pageByIdQuery(ctx, pageId), activeComponentsOfPageQuery(ctx, pageId));
  if (!page) return missingFailure;
  const filled = fillIncidentForm(ctx, page, known, { ...template, title: title || name }, untyped);
  const { status, impactOverride, nextMinutes, ...rest } = filled;
  const opening = {
    ...rest,
    pageId,
    ...(status ? { status } : {}),
    impactOverride: impactOverride || null,
    nextMinutes: nextMinutes ? Number(nextMinutes) : null,
  };
  return previewIncidentOpening(ctx, opening, look);
});

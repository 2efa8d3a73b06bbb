import { read } from "~/db/read";
import { missingFailure } from "~/failures/failure";
import { pageById } from "~/pages/queries/page";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { fillFromTemplate } from "~/templates/use";
import { createTemplateInput } from "~/templates/verbs";
import { previewFor } from "./preview";
import { previewOpening } from "./preview-incident";

const untyped = { title: "", body: "", status: "", impactOverride: "", components: {}, nextMinutes: "" };

/**
 * Previews an incident that is opened with only the template; without a title it has the template's name. Failures:
 * invalid.
 */
export const previewTemplate = previewFor(createTemplateInput, async (ctx, input, look) => {
  const { pageId, name, title, ...template } = input;
  const [[page], known] = await read(ctx, pageById(ctx, pageId), shownComponents(ctx, pageId));
  if (!page) return missingFailure;
  const filled = fillFromTemplate(ctx, page, known, { ...template, title: title || name }, untyped);
  const { status, impactOverride, nextMinutes, ...rest } = filled;
  const opening = {
    ...rest,
    pageId,
    ...(status ? { status } : {}),
    impactOverride: impactOverride || null,
    nextMinutes: nextMinutes ? Number(nextMinutes) : null,
  };
  return previewOpening(ctx, opening, look);
});

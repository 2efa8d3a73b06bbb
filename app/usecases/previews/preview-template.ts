import { pageById } from "~/db/queries/page";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type CreateTemplateInput, createTemplateInput } from "~/rules/templates/template-input";
import { missing } from "../change/answers";
import { filledIn } from "../templates/use";
import type { Look } from "./preview";
import { previewOpening } from "./preview-incident";

const untyped = { title: "", body: "", status: "", impactOverride: "", components: {}, nextMinutes: "" };

/** What is told of an incident that is opened with nothing but the template; one without a title has its name. Failures: invalid. */
export async function previewTemplate<Seen>(
  ctx: Ctx,
  given: CreateTemplateInput,
  look: Look<Seen>,
): Promise<Result<Seen>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(createTemplateInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, name, title, ...template } = parsed.value;
  const [[page], known] = await read(ctx, pageById(ctx, pageId), shownComponents(ctx, pageId));
  if (!page) return missing;
  const filled = filledIn(ctx, page, known, { ...template, title: title || name }, untyped);
  const { status, impactOverride, nextMinutes, ...rest } = filled;
  const opening = {
    ...rest,
    pageId,
    ...(status ? { status } : {}),
    impactOverride: impactOverride || null,
    nextMinutes: nextMinutes ? Number(nextMinutes) : null,
  };
  return previewOpening(ctx, opening, look);
}

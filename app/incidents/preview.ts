import { authorizeAndParse } from "~/change/authorize-and-parse";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { previewMarkdownInputSchema } from "./rules/input";

/** Returns the text as rendered, without saving it. */
export async function previewMarkdown(
  ctx: Ctx,
  given: { pageId: string; body: string },
): Promise<Result<{ html: string }>> {
  const authorized = authorizeAndParse(ctx, { role: "viewer", input: previewMarkdownInputSchema }, given);
  return authorized.ok ? ok({ html: renderMarkdown(authorized.value.input.body).html }) : authorized;
}

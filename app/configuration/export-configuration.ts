import { permitOperator } from "~/access/permission";
import { permitRoleToRead } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { presentKinds } from "./present-kinds";
import { readPresentPages } from "./read-present";
import type { PresentPage } from "./rules/configuration-types";
import { deploymentPageId } from "./rules/deployment-page";
import { configurationFileTextOf as exportPages } from "./rules/export";

/** Returns the name of the file that knows most of a page, so that its keys are kept; else the page's own. */
function fileNameOf({ slug, keys, things }: PresentPage): string {
  const [own] = Object.keys(keys);
  if (own !== undefined) return own;
  const counts = new Map<string, number>();
  for (const file of things.flatMap((thing) => Object.keys(thing.keys))) counts.set(file, (counts.get(file) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? slug;
}

/** Leaves mailers that this file does not know to other files and to people. */
const withOwnMailers = (pages: readonly PresentPage[], fileName: string): PresentPage[] =>
  pages.flatMap((page) => {
    if (page.id !== deploymentPageId) return [page];
    const things = page.things.filter(({ keys }) => Object.hasOwn(keys, fileName));
    return things.length > 0 ? [{ ...page, things }] : [];
  });

/** Writes the file that describes a page as it is; secrets are named and not held. For admins. Failures: missing. */
export async function exportConfiguration(
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<{ slug: string; text: string }>> {
  const may = permitRoleToRead(ctx, pageId, "admin");
  if (!may.ok) return may;
  const isOperator = permitOperator(ctx.actor).ok;
  const pages = await readPresentPages(ctx, isOperator ? [pageId, deploymentPageId] : [pageId]);
  const page = pages.find(({ id }) => id === pageId);
  if (!page) return missingFailure;
  const fileName = fileNameOf(page);
  const schemaUrl = `${ctx.config.origin}/schemas/upfront.json`;
  return ok({
    slug: page.slug,
    text: exportPages(withOwnMailers(pages, fileName), { fileName, kinds: presentKinds, schemaUrl }),
  });
}

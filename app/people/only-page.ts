import { readBatch } from "~/db/read";
import { firstPagesOfPersonQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";

/**
 * Returns the slug of the only page that the person sees, if they are a member of it; null when they have to choose.
 */
export async function findOnlyPageSlug(ctx: Ctx, personId: string): Promise<string | null> {
  const [pages] = await readBatch(ctx, firstPagesOfPersonQuery(ctx, personId));
  const [first] = pages;
  return pages.length === 1 && first && first.role !== null ? first.slug : null;
}

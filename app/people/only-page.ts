import { read } from "~/db/read";
import { firstPagesOf } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";

/**
 * Returns the slug of the only page that the person sees, if they are a member of it; null when they have to choose.
 */
export async function onlyPageOf(ctx: Ctx, personId: string): Promise<string | null> {
  const [pages] = await read(ctx, firstPagesOf(ctx, personId));
  const [first] = pages;
  return pages.length === 1 && first && first.role !== null ? first.slug : null;
}

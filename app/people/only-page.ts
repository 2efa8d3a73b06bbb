import { read } from "~/db/read";
import { firstPagesOf } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";

/** Slug of the page where nobody has to choose: the only one that the person sees, and is a member of; null = they choose. */
export async function onlyPageOf(ctx: Ctx, personId: string): Promise<string | null> {
  const [pages] = await read(ctx, firstPagesOf(ctx, personId));
  const [first] = pages;
  return pages.length === 1 && first && first.role !== null ? first.slug : null;
}

import { slugOfHost } from "~/db/queries/deployment";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";

interface Known {
  slug: string | null;
  readAt: number;
}

/** A page's own host hardly ever changes; who asks for unknown ones shall not cost a row each. */
const memoryFor = 60_000;
const memorySize = 500;
const memory = new Map<string, Known>();

/** Forgets everything: a new isolate. */
export const forgetHosts = (): void => memory.clear();

async function readSlug(ctx: Ctx, host: string): Promise<string | null> {
  const [[row]] = await read(ctx, slugOfHost(ctx, host));
  const slug = row?.slug ?? null;
  if (memory.size >= memorySize) memory.clear();
  memory.set(host, { slug, readAt: ctx.now() });
  return slug;
}

/**
 * Slug of the page whose own host this is (with its port where it has one), or null. A host that was known is answered
 * from memory and, after 60 s, asked for again behind the answer: the database being away delays no reader. Throws
 * DatabaseAway where nothing was known.
 */
export async function slugOfOwnHost(ctx: Ctx, host: string): Promise<string | null> {
  const known = memory.get(host);
  const isFresh = known !== undefined && ctx.now() - known.readAt < memoryFor;
  if (isFresh) return known.slug;
  if (!known?.slug) return readSlug(ctx, host);
  ctx.defer(readSlug(ctx, host).catch((error) => ctx.log.error("host.read", error)));
  return known.slug;
}

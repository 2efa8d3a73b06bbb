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

/**
 * Slug of the page whose own host this is (with its port where it has one), or null. From memory ≤ 60 s; when the
 * database is away from whatever was known. Throws DatabaseAway where nothing was.
 */
export async function slugOfOwnHost(ctx: Ctx, host: string): Promise<string | null> {
  const now = ctx.now();
  const known = memory.get(host);
  if (known && now - known.readAt < memoryFor) return known.slug;
  try {
    const [[row]] = await read(ctx, slugOfHost(ctx, host));
    if (memory.size >= memorySize) memory.clear();
    memory.set(host, { slug: row?.slug ?? null, readAt: now });
    return row?.slug ?? null;
  } catch (error) {
    if (!known) throw error;
    ctx.log.error("host.read", error);
    return known.slug;
  }
}

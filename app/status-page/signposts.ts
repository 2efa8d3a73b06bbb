import type { Ctx } from "~/platform/ctx";
import { withDatabaseTimeout } from "~/platform/database";
import { BoundedMap, registerIsolateCache } from "~/platform/isolate";
import { tryChargeMeter } from "~/platform/meter";

/** The signpost of the deployment's `/`; no host can have this name. */
export const homeHostKey = "/";

/**
 * The page that an address without a slug shows: `/`, or a page's own host. It is also stored in KV beside the copies,
 * so that an isolate which has not read D1 finds the copy while D1 is away.
 */
const kept = registerIsolateCache(new BoundedMap<string, string | null>(500));
/** Deadlines in ms. */
const readDeadlineMs = 250;
const writeDeadlineMs = 3000;

const keyOf = (name: string) => `signpost/${name}`;

async function write(ctx: Ctx, name: string, slug: string | null): Promise<void> {
  const { COPIES } = ctx.bindings;
  const before = await COPIES?.get(keyOf(name));
  if ((before ?? null) === slug) return;
  await (slug === null ? COPIES?.delete(keyOf(name)) : COPIES?.put(keyOf(name), slug));
}

/**
 * Writes the signpost after the answer, and only when it changed, because KV has few writes a day. Null = it leads
 * nowhere now.
 */
export function cacheHostSlug(ctx: Ctx, name: string, slug: string | null): void {
  const before = kept.get(name);
  if (!ctx.bindings.COPIES || before === slug || (slug === null && before === undefined)) return;
  if (!tryChargeMeter(ctx.meter, "subrequests", 2)) return;
  kept.set(name, slug);
  ctx.defer(write(ctx, name, slug).catch((error) => ctx.log.error("signpost.put", error, { name })));
}

async function point(ctx: Ctx, name: string, slug: string | null, before?: string): Promise<void> {
  const { COPIES } = ctx.bindings;
  if (!COPIES) return;
  ctx.meter.subrequests += before === undefined ? 2 : 3;
  try {
    const isElsewhere =
      before !== undefined && (await withDatabaseTimeout(COPIES.get(keyOf(name)), readDeadlineMs)) !== before;
    if (isElsewhere) return;
    await withDatabaseTimeout(write(ctx, name, slug), writeDeadlineMs);
    kept.set(name, slug);
  } catch (error) {
    ctx.log.error("signpost.point", error, { name });
  }
}

/**
 * Sets the slug that a page's own host shows from now on, or none. The caller awaits it, because visitors during an
 * outage of the database would otherwise get the old page. It counts towards the budget, but is never refused.
 */
export const setHostSlug = (ctx: Ctx, host: string, slug: string | null): Promise<void> => point(ctx, host, slug);

/**
 * Updates the signposts of a page that has a new slug, or none: that of its host, and that of `/` if it led to the
 * page.
 */
export async function updateHostSlugs(ctx: Ctx, page: { host: string | null; slug: string }, to: string | null) {
  if (page.slug === to) return;
  if (page.host !== null) await setHostSlug(ctx, page.host, to);
  await point(ctx, homeHostKey, to, page.slug);
}

/** Returns null when none was kept, or when KV is not bound or away. */
export async function readHostSlug(ctx: Ctx, name: string): Promise<string | null> {
  const { COPIES } = ctx.bindings;
  if (!COPIES || !tryChargeMeter(ctx.meter, "subrequests", 1)) return null;
  return withDatabaseTimeout(COPIES.get(keyOf(name)), readDeadlineMs).catch((error) => {
    ctx.log.error("signpost.get", error, { name });
    return null;
  });
}

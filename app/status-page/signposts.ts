import type { Ctx } from "~/platform/ctx";
import { within } from "~/platform/database";
import { BoundedMap, keptInIsolate } from "~/platform/isolate";
import { afford } from "~/platform/meter";

/** `/` of the deployment; no host is called so. */
export const homeSignpost = "/";

/**
 * Which page an address without a slug leads to: `/`, or a host of its own. Kept in KV beside the copies, so that an
 * isolate that never asked D1 finds the copy while D1 is away.
 */
const kept = keptInIsolate(new BoundedMap<string, string | null>(500));
/** ms */
const deadline = 250;
const pointDeadline = 3000;

const keyOf = (name: string) => `signpost/${name}`;

async function write(ctx: Ctx, name: string, slug: string | null): Promise<void> {
  const { COPIES } = ctx.bindings;
  const before = await COPIES?.get(keyOf(name));
  if ((before ?? null) === slug) return;
  await (slug === null ? COPIES?.delete(keyOf(name)) : COPIES?.put(keyOf(name), slug));
}

/** Behind the answer, and only when it leads elsewhere than before: KV has few writes a day. Null = nowhere any more. */
export function keepSignpost(ctx: Ctx, name: string, slug: string | null): void {
  const before = kept.get(name);
  if (!ctx.bindings.COPIES || before === slug || (slug === null && before === undefined)) return;
  if (!afford(ctx.meter, "subrequests", 2)) return;
  kept.set(name, slug);
  ctx.defer(write(ctx, name, slug).catch((error) => ctx.log.error("signpost.put", error, { name })));
}

async function point(ctx: Ctx, name: string, slug: string | null, before?: string): Promise<void> {
  const { COPIES } = ctx.bindings;
  if (!COPIES) return;
  ctx.meter.subrequests += before === undefined ? 2 : 3;
  try {
    const isElsewhere = before !== undefined && (await within(COPIES.get(keyOf(name)), deadline)) !== before;
    if (isElsewhere) return;
    await within(write(ctx, name, slug), pointDeadline);
    kept.set(name, slug);
  } catch (error) {
    ctx.log.error("signpost.point", error, { name });
  }
}

/**
 * A page's own host leads to this slug from now on, or nowhere. Awaited by who changed it, as a reader who comes while the
 * database is away would else be led where it led before. Counted, but never refused.
 */
export const pointHost = (ctx: Ctx, host: string, slug: string | null): Promise<void> => point(ctx, host, slug);

/** A page has another slug, or none any more: the same for its host, and for `/` where that led to it. */
export async function pointAnew(ctx: Ctx, page: { host: string | null; slug: string }, to: string | null) {
  if (page.slug === to) return;
  if (page.host !== null) await pointHost(ctx, page.host, to);
  await point(ctx, homeSignpost, to, page.slug);
}

/** Null where none was kept, or KV is not bound or away. */
export async function readSignpost(ctx: Ctx, name: string): Promise<string | null> {
  const { COPIES } = ctx.bindings;
  if (!COPIES || !afford(ctx.meter, "subrequests", 1)) return null;
  return within(COPIES.get(keyOf(name)), deadline).catch((error) => {
    ctx.log.error("signpost.get", error, { name });
    return null;
  });
}

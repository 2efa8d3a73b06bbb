import type { Ctx } from "~/platform/ctx";
import { within } from "~/platform/database";
import { BoundedMap, keptInIsolate } from "~/platform/isolate";
import { afford } from "~/platform/meter";

/**
 * Which page an address without a slug leads to: `/`, or a host of its own. Kept in KV beside the copies, so that an
 * isolate that never asked D1 finds the copy while D1 is away.
 */
const kept = keptInIsolate(new BoundedMap<string, string | null>(500));
/** ms */
const deadline = 250;

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

/** Null where none was kept, or KV is not bound or away. */
export async function readSignpost(ctx: Ctx, name: string): Promise<string | null> {
  const { COPIES } = ctx.bindings;
  if (!COPIES || !afford(ctx.meter, "subrequests", 1)) return null;
  return within(COPIES.get(keyOf(name)), deadline).catch((error) => {
    ctx.log.error("signpost.get", error, { name });
    return null;
  });
}

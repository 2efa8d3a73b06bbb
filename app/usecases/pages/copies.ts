import type { Ctx } from "~/platform/ctx";
import type { Snapshot } from "~/rules/snapshot-document";

/**
 * The last good copy of a public document outside D1: Cache API, then KV where it is bound (protocols §2).
 * One writer, the lease holder, at most one put per page and minute. Read only when D1 is away.
 */
export interface Copy {
  snapshot: Snapshot;
  /** When the document was known to be the newest. */
  at: number;
}

const kept = new Map<string, number>();
const address = (slug: string) => `https://copies.upfront.invalid/${encodeURIComponent(slug)}`;
const dataCentre = () => (typeof caches === "undefined" ? null : (caches as unknown as { default: Cache }).default);

async function put(ctx: Ctx, slug: string, text: string): Promise<void> {
  const headers = { "content-type": "application/json", "cache-control": "public, max-age=604800" };
  await dataCentre()?.put(address(slug), new Response(text, { headers }));
  await ctx.bindings.COPIES?.put(slug, text);
}

export async function keepCopy(ctx: Ctx, snapshot: Snapshot): Promise<void> {
  const { slug } = snapshot.page;
  const now = ctx.now();
  if (now - (kept.get(slug) ?? Number.NEGATIVE_INFINITY) < 60_000) return;
  kept.set(slug, now);
  const copy: Copy = { snapshot, at: now };
  await put(ctx, slug, JSON.stringify(copy)).catch((error) => ctx.log.error("copy.put", error, { slug }));
}

export async function forgetCopy(ctx: Ctx, slug: string): Promise<void> {
  kept.delete(slug);
  await dataCentre()?.delete(address(slug));
  await ctx.bindings.COPIES?.delete(slug);
}

export async function readCopy(ctx: Ctx, slug: string): Promise<Copy | null> {
  const near = await dataCentre()?.match(address(slug));
  if (near) return (await near.json()) as Copy;
  return (await ctx.bindings.COPIES?.get<Copy>(slug, "json")) ?? null;
}

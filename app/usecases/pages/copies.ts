import type { SnapshotPart } from "~/db/queries/snapshot";
import type { Ctx } from "~/platform/ctx";

/**
 * The last good copies of a page's public parts outside D1: Cache API, then KV where it is bound (protocols §2).
 * One writer, the lease holder, at most one put per part and minute. Read only when D1 is away.
 */
export interface Copy<T> {
  document: T;
  /** When the document was known to be the newest. */
  at: number;
}

const kept = new Map<string, number>();
const keyOf = (part: SnapshotPart, slug: string) => (part === "home" ? slug : `${slug}/${part}`);
const address = (key: string) => `https://copies.upfront.invalid/${key}`;
const dataCentre = () => (typeof caches === "undefined" ? null : (caches as unknown as { default: Cache }).default);

async function put(ctx: Ctx, key: string, text: string): Promise<void> {
  const headers = { "content-type": "application/json", "cache-control": "public, max-age=604800" };
  await dataCentre()?.put(address(key), new Response(text, { headers }));
  await ctx.bindings.COPIES?.put(key, text);
}

interface CopyOf {
  part: SnapshotPart;
  slug: string;
}

const minute = 60_000;

/** Whether this isolate kept none for so many ms. */
export const needsCopy = (ctx: Ctx, { part, slug }: CopyOf, every = minute): boolean =>
  ctx.now() - (kept.get(keyOf(part, slug)) ?? Number.NEGATIVE_INFINITY) >= every;

export async function keepCopy<T>(ctx: Ctx, { part, slug }: CopyOf, document: T): Promise<void> {
  if (!needsCopy(ctx, { part, slug })) return;
  const key = keyOf(part, slug);
  const now = ctx.now();
  kept.set(key, now);
  const copy: Copy<T> = { document, at: now };
  await put(ctx, key, JSON.stringify(copy)).catch((error) => ctx.log.error("copy.put", error, { slug, part }));
}

/** Both parts: the page moved, or is no longer for everybody. */
export async function forgetCopies(ctx: Ctx, slug: string): Promise<void> {
  for (const key of [keyOf("home", slug), keyOf("recent", slug)]) {
    kept.delete(key);
    await dataCentre()?.delete(address(key));
    await ctx.bindings.COPIES?.delete(key);
  }
}

/** Null where there is none, or one that an earlier version wrote in another form. */
export async function readCopy<T>(ctx: Ctx, part: SnapshotPart, slug: string): Promise<Copy<T> | null> {
  const key = keyOf(part, slug);
  const near = await dataCentre()?.match(address(key));
  const copy = near ? ((await near.json()) as Copy<T>) : await ctx.bindings.COPIES?.get<Copy<T>>(key, "json");
  return copy?.document ? copy : null;
}

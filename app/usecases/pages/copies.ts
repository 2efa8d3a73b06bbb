import type { SnapshotPart } from "~/db/queries/snapshot";
import type { Ctx } from "~/platform/ctx";
import { within } from "~/platform/database";

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
  const headers = { "content-type": "application/json", "cache-control": "public, max-age=86400" };
  await dataCentre()?.put(address(key), new Response(text, { headers }));
  await ctx.bindings.COPIES?.put(key, text);
}

interface CopyOf {
  part: SnapshotPart;
  slug: string;
}

const minute = 60_000;
/** ms */
const farDeadline = 250;

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

async function readNear<T>(key: string): Promise<Copy<T> | null> {
  const found = await dataCentre()?.match(address(key));
  return found ? ((await found.json()) as Copy<T>) : null;
}

/** `forgotten`: KV is bound and has none; null where it is not bound, or could not be asked in time. */
async function readFar<T>(ctx: Ctx, key: string): Promise<Copy<T> | "forgotten" | null> {
  const { COPIES } = ctx.bindings;
  if (!COPIES) return null;
  try {
    return (await within(COPIES.get<Copy<T>>(key, "json"), farDeadline)) ?? "forgotten";
  } catch (error) {
    ctx.log.error("copy.get", error, { key });
    return null;
  }
}

/**
 * Null where there is none, or one that an earlier version wrote in another form. KV is one for all data centres: what is
 * forgotten there, because the page is private now or gone, is shown nowhere, whatever a data centre still holds.
 */
export async function readCopy<T>(ctx: Ctx, part: SnapshotPart, slug: string): Promise<Copy<T> | null> {
  const key = keyOf(part, slug);
  const [near, far] = await Promise.all([readNear<T>(key).catch(() => null), readFar<T>(ctx, key)]);
  if (far === "forgotten") return null;
  const copy = near && far ? (near.at > far.at ? near : far) : (near ?? far);
  return copy?.document ? copy : null;
}

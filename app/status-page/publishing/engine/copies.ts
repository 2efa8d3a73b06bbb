import type { Ctx } from "~/platform/ctx";
import { within } from "~/platform/database";
import { afford, roomIn } from "~/platform/meter";
import type { SnapshotPart } from "../../queries/snapshot";
import { isKnownFormat } from "../../rules/read-document";

/**
 * The last good copies of a page's public parts outside D1: Cache API, then KV where it is bound. Who publishes writes
 * them, at most once a part and minute; the tick writes what is left. Read only when D1 is away.
 */
export interface Copy<T> {
  document: T;
  /** When the document was known to be the newest. */
  at: number;
  /** Since when work for the page was due and not done then; absent in copies of earlier versions. */
  behindSince?: number | null;
}

/**
 * KV's word on all copies at once: at that instant each was of what is published, but those of these keys. So a quiet page
 * is never written again, and its copy still says of a late instant that all was so.
 */
interface CopiesStamp {
  at: number;
  except: string[];
}

/** No page's key, as those have no slash before a part of theirs. */
const stampKey = "copies/stamp";

const keyOf = (part: SnapshotPart, slug: string) => (part === "home" ? slug : `${slug}/${part}`);
const address = (key: string) => `https://copies.upfront.invalid/${key}`;
const dataCentre = () => (typeof caches === "undefined" ? null : (caches as unknown as { default: Cache }).default);

/** Calls that writing or reading one copy takes; 0 = there is nowhere to keep one. */
const places = ({ bindings }: Ctx): number => (dataCentre() ? 1 : 0) + (bindings.COPIES ? 1 : 0);

export interface CopyOf {
  part: SnapshotPart;
  slug: string;
}

/** ms */
const farDeadline = 250;
const putDeadline = 3000;

/** A statement after each: the page is for everybody still, or the copy could not be written. */
const afterIt = 1;

/** For how many copies the invocation has room when it leaves so many calls for what it does besides. */
export function roomForCopies(ctx: Ctx, left: number): number {
  const calls = places(ctx);
  return calls === 0 ? 0 : Math.max(0, Math.floor((roomIn(ctx.meter) - left) / (calls + afterIt)));
}

/** In the data centre, where it is of use to few; KV has the word where it is bound. */
async function put(ctx: Ctx, key: string, text: string): Promise<void> {
  const { COPIES } = ctx.bindings;
  const headers = { "content-type": "application/json", "cache-control": "public, max-age=86400" };
  const near = dataCentre()?.put(address(key), new Response(text, { headers }));
  const far = COPIES?.put(key, text);
  if (far && near) ctx.defer(near.catch((error) => ctx.log.error("copy.near", error, { key })));
  await within(Promise.all(far ? [far] : [near]), putDeadline);
}

/** Where KV is bound: what was published at `at` had its copy there, but these. */
export async function stampCopies(ctx: Ctx, at: number, except: readonly CopyOf[]): Promise<void> {
  const { COPIES } = ctx.bindings;
  if (!COPIES || !afford(ctx.meter, "subrequests", 1)) return;
  const stamp: CopiesStamp = { at, except: except.map(({ part, slug }) => keyOf(part, slug)) };
  await within(COPIES.put(stampKey, JSON.stringify(stamp)), putDeadline).catch((error) =>
    ctx.log.error("copy.stamp", error),
  );
}

/** False when the copy could not be written, or does not fit into the invocation. */
export async function keepCopy<T>(ctx: Ctx, { part, slug }: CopyOf, copy: Omit<Copy<T>, "at">): Promise<boolean> {
  if (!afford(ctx.meter, "subrequests", places(ctx))) return false;
  const kept: Copy<T> = { ...copy, at: ctx.now() };
  try {
    await put(ctx, keyOf(part, slug), JSON.stringify(kept));
    return true;
  } catch (error) {
    ctx.log.error("copy.put", error, { slug, part });
    return false;
  }
}

/** Both parts: the page moved, or is no longer for everybody. Counted, but never refused. */
export async function forgetCopies(ctx: Ctx, slug: string): Promise<void> {
  const keys = [keyOf("home", slug), keyOf("recent", slug)];
  ctx.meter.subrequests += places(ctx) * keys.length;
  await Promise.all(keys.flatMap((key) => [dataCentre()?.delete(address(key)), ctx.bindings.COPIES?.delete(key)]));
}

async function readNear<T>(key: string): Promise<Copy<T> | null> {
  const found = await dataCentre()?.match(address(key));
  return found ? ((await found.json()) as Copy<T>) : null;
}

/** `forgotten`: KV is bound and has none; null where it is not bound, or could not be asked in time. */
async function readFar<T>(ctx: Ctx, key: string): Promise<T | "forgotten" | null> {
  const { COPIES } = ctx.bindings;
  if (!COPIES) return null;
  try {
    return (await within(COPIES.get<T>(key, "json"), farDeadline)) ?? "forgotten";
  } catch (error) {
    ctx.log.error("copy.get", error, { key });
    return null;
  }
}

/** A copy is as young as the last stamp that does not leave it out. */
function vouched<T>(copy: Copy<T>, key: string, stamp: CopiesStamp | "forgotten" | null): Copy<T> {
  if (stamp === null || stamp === "forgotten" || stamp.except.includes(key)) return copy;
  return { ...copy, at: Math.max(copy.at, stamp.at) };
}

/**
 * Null where there is none, or one that another version wrote in another form. KV is one for all data centres: what is
 * forgotten there, because the page is private now or gone, is shown nowhere, whatever a data centre still holds.
 */
export async function readCopy<T>(ctx: Ctx, part: SnapshotPart, slug: string): Promise<Copy<T> | null> {
  if (!afford(ctx.meter, "subrequests", places(ctx) + (ctx.bindings.COPIES ? 1 : 0))) return null;
  const key = keyOf(part, slug);
  const [near, far, stamp] = await Promise.all([
    readNear<T>(key).catch(() => null),
    readFar<Copy<T>>(ctx, key),
    readFar<CopiesStamp>(ctx, stampKey),
  ]);
  if (far === "forgotten") return null;
  const copy = near && far ? (near.at > far.at ? near : far) : (near ?? far);
  return isKnownFormat(copy?.document) && copy ? vouched(copy, key, stamp) : null;
}

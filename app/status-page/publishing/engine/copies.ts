import type { Ctx } from "~/platform/ctx";
import { withDatabaseTimeout } from "~/platform/database";
import { remainingMeterBudget, tryChargeMeter } from "~/platform/meter";
import type { SnapshotPart } from "../../queries/snapshot";
import { isKnownDocumentFormat } from "../../rules/read-document";

/**
 * The last good copies of a page's public parts outside D1: in the Cache API, then in KV if it is bound. Publishing
 * writes them, at most once per part and minute; the tick writes the rest. Read only when D1 is away.
 */
export interface SnapshotCopy<T> {
  document: T;
  /** When the document was last known to be the newest. */
  at: number;
  /**
   * When the oldest work for the page that was unfinished at that time was due; absent in copies of earlier versions.
   */
  behindSince?: number | null;
}

/**
 * A stamp in KV for all copies: at that time every copy matched what was published, except those with these keys. So a
 * quiet page's copy is known to be recent without being written again.
 */
interface SnapshotCopiesStamp {
  at: number;
  except: string[];
}

/** Cannot be a page's key, because those have no slash before the name of their part. */
const stampKey = "copies/stamp";

const keyOf = (part: SnapshotPart, slug: string) => (part === "home" ? slug : `${slug}/${part}`);
const address = (key: string) => `https://copies.upfront.invalid/${key}`;
const dataCentre = () => (typeof caches === "undefined" ? null : (caches as unknown as { default: Cache }).default);

/** Returns the number of calls that writing or reading one copy takes; 0 = there is no storage for copies. */
const places = ({ bindings }: Ctx): number => (dataCentre() ? 1 : 0) + (bindings.COPIES ? 1 : 0);

export interface SnapshotCopyKey {
  part: SnapshotPart;
  slug: string;
}

/** Deadlines in ms. */
const farDeadlineMs = 250;
const putDeadlineMs = 3000;

/** One statement after each copy: it checks that the page is still public, or marks that the copy failed. */
const statementsAfterCopy = 1;

/** Returns for how many copies the invocation has room when `left` calls are reserved for its other work. */
export function countAffordableSnapshotCopies(ctx: Ctx, left: number): number {
  const calls = places(ctx);
  return calls === 0
    ? 0
    : Math.max(0, Math.floor((remainingMeterBudget(ctx.meter) - left) / (calls + statementsAfterCopy)));
}

/** Writes the copy. The data centre's cache is of little use elsewhere, so when KV is bound only its result counts. */
async function put(ctx: Ctx, key: string, text: string): Promise<void> {
  const { COPIES } = ctx.bindings;
  const headers = { "content-type": "application/json", "cache-control": "public, max-age=86400" };
  const near = dataCentre()?.put(address(key), new Response(text, { headers }));
  const far = COPIES?.put(key, text);
  if (far && near) ctx.defer(near.catch((error) => ctx.log.error("copy.near", error, { key })));
  await withDatabaseTimeout(Promise.all(far ? [far] : [near]), putDeadlineMs);
}

/** Writes, when KV is bound, that everything published at `at` had its copy there, except these. */
export async function writeSnapshotCopiesStamp(
  ctx: Ctx,
  at: number,
  except: readonly SnapshotCopyKey[],
): Promise<void> {
  const { COPIES } = ctx.bindings;
  if (!COPIES || !tryChargeMeter(ctx.meter, "subrequests", 1)) return;
  const stamp: SnapshotCopiesStamp = { at, except: except.map(({ part, slug }) => keyOf(part, slug)) };
  await withDatabaseTimeout(COPIES.put(stampKey, JSON.stringify(stamp)), putDeadlineMs).catch((error) =>
    ctx.log.error("copy.stamp", error),
  );
}

/** Returns false when the copy could not be written, or does not fit into the invocation. */
export async function writeSnapshotCopy<T>(
  ctx: Ctx,
  { part, slug }: SnapshotCopyKey,
  copy: Omit<SnapshotCopy<T>, "at">,
): Promise<boolean> {
  if (!tryChargeMeter(ctx.meter, "subrequests", places(ctx))) return false;
  const kept: SnapshotCopy<T> = { ...copy, at: ctx.now() };
  try {
    await put(ctx, keyOf(part, slug), JSON.stringify(kept));
    return true;
  } catch (error) {
    ctx.log.error("copy.put", error, { slug, part });
    return false;
  }
}

/** Deletes the copies of both parts, because the page moved or is no longer public. Counted, but never refused. */
export async function deleteSnapshotCopies(ctx: Ctx, slug: string): Promise<void> {
  const keys = [keyOf("home", slug), keyOf("recent", slug)];
  ctx.meter.subrequests += places(ctx) * keys.length;
  await Promise.all(keys.flatMap((key) => [dataCentre()?.delete(address(key)), ctx.bindings.COPIES?.delete(key)]));
}

async function readNear<T>(key: string): Promise<SnapshotCopy<T> | null> {
  const found = await dataCentre()?.match(address(key));
  return found ? ((await found.json()) as SnapshotCopy<T>) : null;
}

/** Returns `forgotten` when KV is bound and has none; null when it is not bound or did not answer in time. */
async function readFar<T>(ctx: Ctx, key: string): Promise<T | "forgotten" | null> {
  const { COPIES } = ctx.bindings;
  if (!COPIES) return null;
  try {
    return (await withDatabaseTimeout(COPIES.get<T>(key, "json"), farDeadlineMs)) ?? "forgotten";
  } catch (error) {
    ctx.log.error("copy.get", error, { key });
    return null;
  }
}

/** Returns the copy, dated by the last stamp unless that stamp excludes it. */
function vouched<T>(
  copy: SnapshotCopy<T>,
  key: string,
  stamp: SnapshotCopiesStamp | "forgotten" | null,
): SnapshotCopy<T> {
  if (stamp === null || stamp === "forgotten" || stamp.except.includes(key)) return copy;
  return { ...copy, at: Math.max(copy.at, stamp.at) };
}

/**
 * Returns null when there is no copy, or only one in another version's format. KV is shared by all data centres: a copy
 * that was deleted there, because the page is private or deleted, is not shown even if a data centre still has it.
 */
export async function readSnapshotCopy<T>(ctx: Ctx, part: SnapshotPart, slug: string): Promise<SnapshotCopy<T> | null> {
  if (!tryChargeMeter(ctx.meter, "subrequests", places(ctx) + (ctx.bindings.COPIES ? 1 : 0))) return null;
  const key = keyOf(part, slug);
  const [near, far, stamp] = await Promise.all([
    readNear<T>(key).catch(() => null),
    readFar<SnapshotCopy<T>>(ctx, key),
    readFar<SnapshotCopiesStamp>(ctx, stampKey),
  ]);
  if (far === "forgotten") return null;
  const copy = near && far ? (near.at > far.at ? near : far) : (near ?? far);
  return isKnownDocumentFormat(copy?.document) && copy ? vouched(copy, key, stamp) : null;
}

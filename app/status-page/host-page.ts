import { readBatch } from "~/db/read";
import { pageSlugByHostQuery } from "~/deployment/queries/deployment";
import type { Ctx } from "~/platform/ctx";
import { DatabaseTimeoutError, withDatabaseTimeout } from "~/platform/database";
import { registerIsolateCache } from "~/platform/isolate";
import { logDeferredWork } from "~/platform/log-left-work";
import { DatabaseAwayError } from "~/platform/trouble";
import { minuteMs } from "~/time/durations";
import { isRecentInstant } from "~/time/instants";
import { hasLastPageReadFailed, recordPageReadFailure } from "./part-reader";
import { cacheHostSlug, readHostSlug } from "./signposts";

interface HostCacheEntry {
  slug: string | null;
  readAt: number;
}

/**
 * Time for which a host is remembered, in ms. Hosts rarely change, and requests for unknown hosts must not cost a row
 * each.
 */
const memoryMs = minuteMs;
const maxHosts = 500;
/** Deadline in ms. */
const readDeadlineMs = 1500;
/** Longest time that a reader waits for confirmation that a host still belongs to its page, in ms. */
const readerWaitMs = 200;
const memory = registerIsolateCache(new Map<string, HostCacheEntry>());

/** Clears the cache of the page that each host belongs to. Called when one of them changes. */
export const clearHostCache = (): void => memory.clear();

/** Drops hosts without a page first, so that requests for arbitrary hosts do not evict real ones. */
function makeRoom(): void {
  for (const [host, { slug }] of memory) if (slug === null) memory.delete(host);
  if (memory.size >= maxHosts) memory.clear();
}

function remember(ctx: Ctx, host: string, slug: string | null): string | null {
  if (memory.size >= maxHosts) makeRoom();
  memory.set(host, { slug, readAt: ctx.now() });
  return slug;
}

async function readSlug(ctx: Ctx, host: string): Promise<string | null> {
  const [[row]] = await withDatabaseTimeout(readBatch(ctx, pageSlugByHostQuery(ctx, host)), readDeadlineMs);
  const slug = row?.slug ?? null;
  cacheHostSlug(ctx, host, slug);
  return remember(ctx, host, slug);
}

/**
 * Reads the slug, or takes it from the signpost while the database is away. Rethrows the read's error when there is
 * none.
 */
async function readFirst(ctx: Ctx, host: string): Promise<string | null> {
  try {
    return await readSlug(ctx, host);
  } catch (error) {
    if (!(error instanceof DatabaseAwayError || error instanceof DatabaseTimeoutError)) throw error;
    recordPageReadFailure(ctx.now());
    const slug = await readHostSlug(ctx, host);
    if (slug === null) throw error;
    return remember(ctx, host, slug);
  }
}

/** Reads the page again and lets the read finish after the response, so that a slow database delays one reader only. */
async function readAgain(ctx: Ctx, host: string, before: string): Promise<string | null> {
  const reading = readSlug(ctx, host);
  ctx.defer(reading.catch((error) => logDeferredWork(ctx.log, "host.read", error)));
  return withDatabaseTimeout(reading, readerWaitMs).catch(() => before);
}

/**
 * Returns the slug of the page whose own host this is (with its port if any), or null. A known host is answered from
 * memory for 60 s and then read again, because its page may have moved and its old address may belong to another. A
 * database that is away delays no reader. Throws DatabaseAwayError or Stalled when nothing is known.
 */
export async function findPageSlugByHost(ctx: Ctx, host: string): Promise<string | null> {
  const known = memory.get(host);
  if (known && isRecentInstant(known.readAt, ctx.now(), memoryMs)) return known.slug;
  if (!known?.slug) return readFirst(ctx, host);
  return hasLastPageReadFailed() ? known.slug : readAgain(ctx, host, known.slug);
}

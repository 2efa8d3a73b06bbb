import { readBatch } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { DatabaseTimeoutError, withDatabaseTimeout } from "~/platform/database";
import { oncePerDeployment } from "~/platform/isolate";
import { logDeferredWork } from "~/platform/log-left-work";
import { DatabaseAwayError } from "~/platform/trouble";
import { minuteMs } from "~/time/durations";
import { isRecentInstant } from "~/time/instants";
import { hasLastPageReadFailed, recordPageReadFailure } from "./part-reader";
import { homePageSlugQuery } from "./queries/archive";
import { cacheHostSlug, homeHostKey, readHostSlug } from "./signposts";

interface HomeSlugCacheEntry {
  slug: string | null;
  readAt: number;
}

/**
 * Time for which the choice is used from memory, in ms. It rarely changes, and the page itself is read again each
 * second.
 */
const memoryMs = minuteMs;
/** Deadlines in ms. */
const readDeadlineMs = 1500;
const readerWaitMs = 200;
const memoryOf = oncePerDeployment((): { last?: HomeSlugCacheEntry } => ({}));

/**
 * Returns the slug of the page that `/` shows if this isolate read it within the last minute; undefined if it must be
 * read.
 */
export function findCachedHomeSlug(ctx: Ctx): string | null | undefined {
  const known = memoryOf(ctx).last;
  return known && isRecentInstant(known.readAt, ctx.now(), memoryMs) ? known.slug : undefined;
}

/** Forgets a choice unless it was read just now; returns false when reading again would give the same result. */
export function forgetHomeSlug(ctx: Ctx): boolean {
  const memory = memoryOf(ctx);
  return memory.last !== undefined && memory.last.readAt !== ctx.now() && delete memory.last;
}

async function readHome(ctx: Ctx): Promise<string | null> {
  const [found] = await withDatabaseTimeout(readBatch(ctx, homePageSlugQuery(ctx)), readDeadlineMs);
  const slug = found[0]?.slug ?? null;
  memoryOf(ctx).last = { slug, readAt: ctx.now() };
  cacheHostSlug(ctx, homeHostKey, slug);
  return slug;
}

/** Reads a known choice again, but waits no longer than a working database needs. */
async function readAgain(ctx: Ctx, known: string): Promise<string | null> {
  const reading = readHome(ctx);
  ctx.defer(reading.catch((error) => logDeferredWork(ctx.log, "home.read", error)));
  return withDatabaseTimeout(reading, readerWaitMs).catch(() => known);
}

async function readFirst(ctx: Ctx): Promise<Result<string | null>> {
  try {
    return ok(await readHome(ctx));
  } catch (error) {
    if (!(error instanceof DatabaseAwayError || error instanceof DatabaseTimeoutError)) throw error;
    recordPageReadFailure(ctx.now());
    const slug = await readHostSlug(ctx, homeHostKey);
    if (slug === null) return fail({ name: "overloaded", retryAfter: 30 });
    memoryOf(ctx).last = { slug, readAt: ctx.now() };
    return ok(slug);
  }
}

/**
 * Returns the slug of the page that the operator chose for `/`, or null when none is chosen. While the database is
 * away, returns the last known slug, otherwise that of the signpost; fails with `overloaded` when there is none.
 */
export async function readHomeSlug(ctx: Ctx): Promise<Result<string | null>> {
  const fresh = findCachedHomeSlug(ctx);
  if (fresh !== undefined) return ok(fresh);
  const known = memoryOf(ctx).last?.slug;
  if (!known) return readFirst(ctx);
  return ok(hasLastPageReadFailed() ? known : await readAgain(ctx, known));
}

import { read } from "~/db/read";
import { slugOfHost } from "~/deployment/queries/deployment";
import type { Ctx } from "~/platform/ctx";
import { Stalled, within } from "~/platform/database";
import { keptInIsolate } from "~/platform/isolate";
import { logLeft } from "~/platform/left-over";
import { DatabaseAway } from "~/platform/trouble";
import { isYoung } from "~/time/instants";
import { isAway, noteFailure } from "./part-reader";
import { keepSignpost, readSignpost } from "./signposts";

interface Known {
  slug: string | null;
  readAt: number;
}

/** A page's own host hardly ever changes; who asks for unknown ones shall not cost a row each. */
const memoryFor = 60_000;
const memorySize = 500;
/** ms */
const readDeadline = 1500;
/** How long a reader waits to hear that a host still leads where it led; ms. */
const patience = 200;
const memory = keptInIsolate(new Map<string, Known>());

/** Forgets which page each host leads to: one has another now. */
export const forgetHosts = (): void => memory.clear();

/** Whoever asks for any host at all makes only those forgotten that lead nowhere. */
function makeRoom(): void {
  for (const [host, { slug }] of memory) if (slug === null) memory.delete(host);
  if (memory.size >= memorySize) memory.clear();
}

function remember(ctx: Ctx, host: string, slug: string | null): string | null {
  if (memory.size >= memorySize) makeRoom();
  memory.set(host, { slug, readAt: ctx.now() });
  return slug;
}

async function readSlug(ctx: Ctx, host: string): Promise<string | null> {
  const [[row]] = await within(read(ctx, slugOfHost(ctx, host)), readDeadline);
  const slug = row?.slug ?? null;
  keepSignpost(ctx, host, slug);
  return remember(ctx, host, slug);
}

/** Where the database is away: whither the signpost leads. Throws what the read threw where there is none. */
async function readFirst(ctx: Ctx, host: string): Promise<string | null> {
  try {
    return await readSlug(ctx, host);
  } catch (error) {
    if (!(error instanceof DatabaseAway || error instanceof Stalled)) throw error;
    noteFailure(ctx.now());
    const slug = await readSignpost(ctx, host);
    if (slug === null) throw error;
    return remember(ctx, host, slug);
  }
}

/** Asked behind the answer as well, so that a slow database delays one reader only. */
async function readAgain(ctx: Ctx, host: string, before: string): Promise<string | null> {
  const reading = readSlug(ctx, host);
  ctx.defer(reading.catch((error) => logLeft(ctx.log, "host.read", error)));
  return within(reading, patience).catch(() => before);
}

/**
 * Slug of the page whose own host this is (with its port where it has one), or null. A host that was known is answered
 * from memory for 60 s and then asked for again: its page may have moved, and another may have its old address by now.
 * The database being away delays no reader. Throws DatabaseAway or Stalled where nothing was known.
 */
export async function slugOfOwnHost(ctx: Ctx, host: string): Promise<string | null> {
  const known = memory.get(host);
  if (known && isYoung(known.readAt, ctx.now(), memoryFor)) return known.slug;
  if (!known?.slug) return readFirst(ctx, host);
  return isAway() ? known.slug : readAgain(ctx, host, known.slug);
}

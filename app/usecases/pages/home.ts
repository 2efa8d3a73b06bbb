import { homeSlug } from "~/db/queries/archive";
import { read } from "~/db/read";
import { DatabaseAway } from "~/db/trouble";
import type { Ctx } from "~/platform/ctx";
import type { Bindings } from "~/platform/env";
import { fail, ok, type Result } from "~/rules/failure";

interface Remembered {
  slug: string | null;
  readAt: number;
}

/** The choice is rarely made; its page is read anew each second all the same. In ms. */
const memoryFor = 60_000;
const memory = new WeakMap<Bindings, Remembered>();

/** The slug of the page that `/` shows when this isolate read it within the last minute; undefined = ask. */
export function homeInMemory(ctx: Ctx): string | null | undefined {
  const known = memory.get(ctx.bindings);
  return known && ctx.now() - known.readAt < memoryFor ? known.slug : undefined;
}

/** Forgets a choice that was not read just now; false when asking again would say the same. */
export function forgetHome(ctx: Ctx): boolean {
  const known = memory.get(ctx.bindings);
  return known !== undefined && known.readAt < ctx.now() && memory.delete(ctx.bindings);
}

/**
 * The slug of the page that the operator chose for `/`; null when none is chosen. While the database is away the last
 * one known; overloaded when none is.
 */
export async function homePage(ctx: Ctx): Promise<Result<string | null>> {
  const fresh = homeInMemory(ctx);
  if (fresh !== undefined) return ok(fresh);
  try {
    const [found] = await read(ctx, homeSlug(ctx));
    const slug = found[0]?.slug ?? null;
    memory.set(ctx.bindings, { slug, readAt: ctx.now() });
    return ok(slug);
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
    const known = memory.get(ctx.bindings);
    return known ? ok(known.slug) : fail({ name: "overloaded", retryAfter: 30 });
  }
}

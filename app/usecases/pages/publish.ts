import { recentFacts } from "~/db/queries/recent-facts";
import { builtRevision, type SnapshotPart, snapshotParts, takeLeases, writeBuilt } from "~/db/queries/snapshot";
import { snapshotFacts } from "~/db/queries/snapshot-facts";
import type { Ctx } from "~/platform/ctx";
import { statementLimit } from "~/platform/meter";
import { pageAddress } from "~/rules/page-address";
import { buildRecent } from "~/rules/recent";
import { buildSnapshot } from "~/rules/snapshot";
import { packSnapshot } from "~/rules/snapshot-packing";
import { forgetCopies, keepCopy } from "./copies";

const rounds = 3;
/** Statements of a round with both parts and of what follows it; where they no longer fit, `recent` is the tick's. */
const bothParts = 19;

interface PageAddress {
  slug: string;
  host: string | null;
  visibility: string;
}

/** A document made from facts, not yet written. */
interface Made {
  page: PageAddress;
  wanted: number;
  document: object;
  /** As the row holds it. */
  body: string;
  freshUntil: number;
}

const makers: Record<SnapshotPart, (ctx: Ctx, pageId: string) => Promise<Made | null>> = {
  async home(ctx, pageId) {
    const facts = await snapshotFacts(ctx, pageId);
    if (!facts) return null;
    const { page, wanted } = facts;
    const { snapshot, freshUntil } = buildSnapshot(facts, ctx.now(), pageAddress(ctx.config.origin, page));
    return { page, wanted, document: snapshot, body: packSnapshot(snapshot), freshUntil };
  },
  async recent(ctx, pageId) {
    const facts = await recentFacts(ctx, pageId);
    if (!facts) return null;
    const { page, wanted } = facts;
    const { recent, freshUntil } = buildRecent(facts, ctx.now(), pageAddress(ctx.config.origin, page));
    return { page, wanted, document: recent, body: JSON.stringify(recent), freshUntil };
  },
};

/** Builds and writes a part once under its lease; true when by now another one is wanted. */
async function buildOnce(ctx: Ctx, pageId: string, part: SnapshotPart): Promise<boolean> {
  const made = await makers[part](ctx, pageId);
  if (!made) return false;
  const { page, wanted, document, body, freshUntil } = made;
  const wantedNow = await writeBuilt(ctx, pageId, { part, wanted, body, freshUntil });
  if (wantedNow === null) return false;
  if (page.visibility === "public") await keepCopy(ctx, { part, slug: page.slug }, document);
  else await forgetCopies(ctx, page.slug);
  return wantedNow > wanted;
}

/**
 * Makes those parts of the page's snapshot that are wanted (protocols §2). Safe to call at any time and by many at
 * once: one holds a lease, a slower build never lands over a newer one. A round takes eight statements for `home`, five
 * more for `recent`, and writes two rows a part.
 */
export async function publish(ctx: Ctx, pageId: string): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const fits = ctx.meter.statements + ctx.meter.subrequests + bothParts < statementLimit;
    const parts = await takeLeases(ctx, pageId, fits ? snapshotParts : ["home"]);
    let again = false;
    for (const part of parts.sort()) again = (await buildOnce(ctx, pageId, part)) || again;
    if (!again) return;
  }
}

/** A person's commit publishes before it answers; when somebody else holds the lease, waits until it is shown, ≤ 2 s. */
export async function publishNow(ctx: Ctx, pageId: string, revision: number | null): Promise<void> {
  if (revision === null) return;
  await publish(ctx, pageId);
  for (let waited = 0; waited < 2000; waited += 200) {
    const built = await builtRevision(ctx, pageId);
    if (built === null || built >= revision) return;
    await ctx.sleep(200);
    await publish(ctx, pageId);
  }
}

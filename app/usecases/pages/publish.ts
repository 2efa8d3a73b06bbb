import { builtRevision, takeLease, writeBuilt } from "~/db/queries/snapshot";
import { snapshotFacts } from "~/db/queries/snapshot-facts";
import type { Ctx } from "~/platform/ctx";
import { buildSnapshot } from "~/rules/snapshot";
import type { SnapshotFacts } from "~/rules/snapshot-facts";
import { forgetCopy, keepCopy } from "./copies";

const rounds = 3;

const addressOf = (ctx: Ctx, page: SnapshotFacts["page"]) =>
  page.host ? `https://${page.host}` : `${ctx.config.origin}/${page.slug}`;

/** Builds and writes once under the lease; what is wanted by now, and what was built. */
async function buildOnce(ctx: Ctx, pageId: string): Promise<{ built: number; wanted: number } | null> {
  const facts = await snapshotFacts(ctx, pageId);
  if (!facts) return null;
  const { snapshot, freshUntil } = buildSnapshot(facts, ctx.now(), addressOf(ctx, facts.page));
  const row = { wanted: facts.wanted, body: JSON.stringify(snapshot), freshUntil };
  const wanted = await writeBuilt(ctx, pageId, row);
  if (wanted === null) return null;
  if (facts.page.visibility === "public") await keepCopy(ctx, snapshot);
  else await forgetCopy(ctx, facts.page.slug);
  return { built: facts.wanted, wanted };
}

/**
 * Makes the page's new snapshot when one is wanted (protocols §2). Safe to call at any time and by many at once:
 * one holds the lease, a slower build never lands over a newer one. Eight statements and two rows written a round.
 */
export async function publish(ctx: Ctx, pageId: string): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    if (!(await takeLease(ctx, pageId))) return;
    const done = await buildOnce(ctx, pageId);
    if (!done || done.wanted <= done.built) return;
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

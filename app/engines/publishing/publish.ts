import { runBatch } from "~/db/commit";
import { copyFailed } from "~/db/queries/copies";
import { recentFactsOf } from "~/db/queries/recent-facts";
import {
  type BuiltRow,
  builtRevision,
  type PagePart,
  type SnapshotPart,
  snapshotParts,
  takeLeases,
  type Written,
  writeBuilt,
} from "~/db/queries/snapshot";
import { snapshotFactsOf } from "~/db/queries/snapshot-facts";
import { readAllWords } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import { roomIn } from "~/platform/meter";
import { pageAddress } from "~/rules/pages/page-address";
import { boundedFold } from "~/rules/snapshot/open-day";
import { buildRecent } from "~/rules/snapshot/recent";
import { buildSnapshot } from "~/rules/snapshot/snapshot";
import type { SnapshotFacts } from "~/rules/snapshot/snapshot-facts";
import { packSnapshot } from "~/rules/snapshot/snapshot-packing";
import { foldText } from "~/rules/timeline/day-fold-text";
import { moveBackPage } from "../moving-back/move-back";
import { forgetCopies, keepCopy, roomForCopies } from "./copies";
import { withOpenDays } from "./open-days";
import { inPageLanguage } from "./page-language";

const rounds = 3;
/** Statements of a round with both parts and of what follows it; where they no longer fit, `recent` is the tick's. */
const bothParts = 19;
/** And of one with what feeds print alone. */
const onlyRecent = 7;
/** What follows the copies in their invocation shall not be stopped by them: then they are the tick's. */
const afterCopies = 8;

interface PageAddress {
  slug: string;
  host: string | null;
  visibility: string;
}

/** A document made from facts, not yet written. */
interface Made {
  page: PageAddress;
  document: object;
  row: BuiltRow;
}

/** The next build reads only the rows that come after it. */
function keptFold(facts: SnapshotFacts, now: number): NonNullable<BuiltRow["fold"]> {
  const fold = boundedFold(facts, now);
  return { from: fold.from, to: fold.to, text: foldText(fold) };
}

const pageWords = (ctx: Ctx, facts: ReadonlyMap<string, Facts>) =>
  readAllWords(
    ctx,
    [...facts.values()].map(({ page }) => page.language),
  );

const makers: Record<SnapshotPart, (ctx: Ctx, pageIds: readonly string[]) => Promise<Made[]>> = {
  async home(ctx, pageIds) {
    const facts = await withOpenDays(ctx, await snapshotFactsOf(ctx, pageIds));
    const words = await pageWords(ctx, facts);
    return made(ctx, "home", facts, (found) => {
      const each = inPageLanguage(words(found.page.language), found);
      const { snapshot, freshUntil } = buildSnapshot(each, ctx.now(), pageAddress(ctx.config.origin, each.page));
      return { document: snapshot, body: packSnapshot(snapshot), freshUntil, fold: keptFold(each, ctx.now()) };
    });
  },
  async recent(ctx, pageIds) {
    const facts = await recentFactsOf(ctx, pageIds);
    const words = await pageWords(ctx, facts);
    return made(ctx, "recent", facts, (found) => {
      const each = inPageLanguage(words(found.page.language), found);
      const { recent, freshUntil } = buildRecent(each, ctx.now(), pageAddress(ctx.config.origin, each.page));
      return { document: recent, body: JSON.stringify(recent), freshUntil };
    });
  },
};

interface Facts {
  page: PageAddress & { language: string };
  wanted: number;
}

interface Built {
  document: object;
  /** As the row holds it. */
  body: string;
  freshUntil: number;
  fold?: BuiltRow["fold"];
}

/** A page whose document cannot be made harms no other: it is moved back. */
async function made<T extends Facts>(
  ctx: Ctx,
  part: SnapshotPart,
  facts: ReadonlyMap<string, T>,
  build: (facts: T) => Built,
): Promise<Made[]> {
  const all: Made[] = [];
  for (const [pageId, each] of facts) {
    try {
      const { document, ...built } = build(each);
      all.push({ page: each.page, document, row: { pageId, part, wanted: each.wanted, ...built } });
    } catch (error) {
      await moveBackPage(ctx, "publish", pageId, error);
    }
  }
  return all;
}

/** The copy outside the database. The row says already that it is written: where it is not, that is taken back. */
async function followUp(ctx: Ctx, { page, document, row, written }: Made & { written: Written }): Promise<void> {
  const { part, wanted: built } = row;
  const { slug } = page;
  if (page.visibility !== "public") return forgetCopies(ctx, slug);
  if (!written.copies) return;
  if (await keepCopy(ctx, { part, slug }, { document, behindSince: written.behindSince })) return;
  await runBatch(ctx, [copyFailed({ slug, part, built })]);
}

/** Builds and writes a part of these pages once, under their leases; those of which another one is wanted by now. */
async function buildOnce(ctx: Ctx, pageIds: readonly string[], part: SnapshotPart): Promise<string[]> {
  const all = await makers[part](ctx, pageIds);
  const room = roomForCopies(ctx, afterCopies);
  const rows = all.map(({ page, row }, index) => ({ ...row, mayCopy: page.visibility === "public" && index < room }));
  const written = new Map((await writeBuilt(ctx, rows)).map((each) => [each.pageId, each]));
  const landed = all.flatMap((each) => {
    const row = written.get(each.row.pageId);
    return row ? [{ ...each, written: row }] : [];
  });
  for (const each of landed) await followUp(ctx, each);
  return landed.filter((each) => each.written.wanted > each.row.wanted).map(({ row }) => row.pageId);
}

/** Where both parts do not fit, the front pages; where none of them wants one, what feeds print. */
async function takeParts(ctx: Ctx, pageIds: readonly string[]): Promise<PagePart[]> {
  if (roomIn(ctx.meter) >= bothParts) return takeLeases(ctx, pageIds, snapshotParts);
  const front = await takeLeases(ctx, pageIds, ["home"]);
  return front.length > 0 || roomIn(ctx.meter) < onlyRecent ? front : takeLeases(ctx, pageIds, ["recent"]);
}

/**
 * Makes those parts of the pages' snapshots that are wanted. Safe to call at any time and by many at once: one holds a
 * lease, a slower build never lands over a newer one. A round takes eight statements for `home` (nine where a kept fold
 * does not tell any more), five more for `recent`, however many pages there are, and writes two rows a part.
 */
export async function publishPages(ctx: Ctx, pageIds: readonly string[]): Promise<void> {
  let waiting = pageIds;
  for (let round = 0; round < rounds && waiting.length > 0; round++) {
    const leased = await takeParts(ctx, waiting);
    const again = new Set<string>();
    for (const part of snapshotParts) {
      const pages = leased.filter((each) => each.part === part).map(({ pageId }) => pageId);
      if (pages.length > 0) for (const pageId of await buildOnce(ctx, pages, part)) again.add(pageId);
    }
    waiting = [...again];
  }
}

export const publish = (ctx: Ctx, pageId: string): Promise<void> => publishPages(ctx, [pageId]);

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

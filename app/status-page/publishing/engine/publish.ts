import { postponePageWorkUnit } from "~/clock/moving-back/engine/move-back";
import { requestBuildStatement } from "~/clock/wishes/queries/wish";
import type { CommitPlan } from "~/commit/commit";
import { runBatch } from "~/db/run-batch";
import { readAllWords } from "~/i18n/words";
import { pageAddress } from "~/pages/rules/page-address";
import type { Ctx } from "~/platform/ctx";
import { runInSteps, yieldToRequests } from "~/platform/give-way";
import { logDeferredWork } from "~/platform/log-left-work";
import { OverBudgetError, remainingMeterBudget } from "~/platform/meter";
import { DatabaseAwayError } from "~/platform/trouble";
import { isPagePublic, markSnapshotCopyFailedStatement } from "../../queries/copies";
import {
  type LeasedFacts,
  readFactsOfParts,
  takePublishLeases,
  takePublishLeasesWithFacts,
} from "../../queries/publish-facts";
import {
  type BuiltDocumentRow,
  type PageSnapshotPart,
  readFrontPageRevision,
  type SnapshotPart,
  type SnapshotWrite,
  snapshotParts,
  writeBuiltDocuments,
} from "../../queries/snapshot";
import { limitOpenDayFold } from "../../rules/open-day";
import { buildRecentDocument } from "../../rules/recent";
import { snapshotInSteps } from "../../rules/snapshot";
import type { SnapshotFacts } from "../../rules/snapshot-facts";
import { packSnapshot } from "../../rules/snapshot-packing";
import { storedDayFoldText } from "../../timeline/rules/day-fold-text";
import { countAffordableSnapshotCopies, deleteSnapshotCopies, writeSnapshotCopy } from "./copies";
import { withOpenDayFolds } from "./open-days";
import { factsInPageLanguage } from "./page-language";

const maxRounds = 3;
/** Number of statements of a round with both parts and its follow-up; if they do not fit, the tick builds `recent`. */
const bothParts = 19;
/** Number of statements of a round that builds `recent` alone. */
const recentPartStatements = 7;
/** Calls reserved for the work after the copies in the same invocation; copies that do not fit are left to the tick. */
const statementsAfterCopies = 8;

interface PageAddress {
  slug: string;
  host: string | null;
  visibility: string;
}

/** A document that was built from facts and is not yet written. */
interface PreparedDocument {
  page: PageAddress;
  document: object;
  row: BuiltDocumentRow;
}

/** Returns the fold from which the next build starts, so that it reads only the newer rows. */
function keptFold(facts: SnapshotFacts, now: number): NonNullable<BuiltDocumentRow["fold"]> {
  const fold = limitOpenDayFold(facts, now);
  return { from: fold.from, to: fold.to, text: storedDayFoldText(fold) };
}

const pageWords = (ctx: Ctx, facts: ReadonlyMap<string, PublishFacts>) =>
  readAllWords(
    ctx,
    [...facts.values()].map(({ page }) => page.language),
  );

const makers = {
  async home(ctx: Ctx, leased: LeasedFacts["home"]): Promise<PreparedDocument[]> {
    const facts = await withOpenDayFolds(ctx, leased);
    const words = await pageWords(ctx, facts);
    return made(ctx, "home", facts, async (found) => {
      const each = factsInPageLanguage(words(found.page.language), found);
      const steps = snapshotInSteps(each, ctx.now(), pageAddress(ctx.config.origin, each.page));
      const { snapshot, ...rest } = await runInSteps(ctx, steps);
      await yieldToRequests(ctx);
      const body = packSnapshot(snapshot);
      await yieldToRequests(ctx);
      return { document: snapshot, body, ...rest, fold: keptFold(each, ctx.now()) };
    });
  },
  async recent(ctx: Ctx, facts: LeasedFacts["recent"]): Promise<PreparedDocument[]> {
    const words = await pageWords(ctx, facts);
    return made(ctx, "recent", facts, async (found) => {
      const each = factsInPageLanguage(words(found.page.language), found);
      const { recent, freshUntil } = buildRecentDocument(each, ctx.now(), pageAddress(ctx.config.origin, each.page));
      await yieldToRequests(ctx);
      return { document: recent, body: JSON.stringify(recent), freshUntil };
    });
  },
};

interface PublishFacts {
  page: PageAddress & { language: string };
  wanted: number;
}

interface BuiltDocument {
  document: object;
  /** The document as the row stores it. */
  body: string;
  freshUntil: number;
  fold?: BuiltDocumentRow["fold"];
  said?: BuiltDocumentRow["said"];
}

/**
 * Builds the documents one after the other, with pauses, because a page with hundreds of components takes a tenth of a
 * second. A page whose document cannot be built is moved back and does not affect the others.
 */
async function made<T extends PublishFacts>(
  ctx: Ctx,
  part: SnapshotPart,
  facts: ReadonlyMap<string, T>,
  build: (facts: T) => Promise<BuiltDocument>,
): Promise<PreparedDocument[]> {
  const all: PreparedDocument[] = [];
  for (const [pageId, each] of facts) {
    await yieldToRequests(ctx);
    try {
      const { document, ...built } = await build(each);
      all.push({ page: each.page, document, row: { pageId, part, wanted: each.wanted, ...built } });
    } catch (error) {
      await postponePageWorkUnit(ctx, "publish", pageId, error);
    }
  }
  return all;
}

/**
 * Writes the copy outside the database, after the response. The row already records it as written; when writing fails,
 * that is undone.
 */
async function copy(
  ctx: Ctx,
  { page: { slug }, document, row: { part, wanted: built }, written }: WrittenDocument,
): Promise<void> {
  const kept = await writeSnapshotCopy(ctx, { part, slug }, { document, behindSince: written.behindSince });
  if (!kept) await runBatch(ctx, [markSnapshotCopyFailedStatement({ slug, part, built })]);
  else if (!(await isPagePublic(ctx, slug))) await deleteSnapshotCopies(ctx, slug);
}

type WrittenDocument = PreparedDocument & { written: SnapshotWrite };

/** Deletes the copies. If that fails, requests another build by a tick, which deletes them. */
async function forget(ctx: Ctx, { page, row: { pageId, part, wanted: built } }: WrittenDocument): Promise<void> {
  try {
    await deleteSnapshotCopies(ctx, page.slug);
  } catch (error) {
    ctx.log.error("copy.forget", error, { page: pageId });
    await runBatch(ctx, [requestBuildStatement({ pageId, part, built }, ctx.now())]);
  }
}

/** Deletes the copies of a page that is no longer public before the answer; otherwise writes the copy after it. */
async function followUp(ctx: Ctx, landed: WrittenDocument): Promise<void> {
  const { page, written, row } = landed;
  if (page.visibility !== "public") return forget(ctx, landed);
  if (!written.copies) return;
  ctx.defer(copy(ctx, landed).catch((error) => logDeferredWork(ctx.log, "copy.after", error, { page: row.pageId })));
}

/**
 * Writes all documents in one trip. If one part's document makes it fail, the parts are written separately, so that the
 * other is still published.
 */
async function write(ctx: Ctx, rows: readonly BuiltDocumentRow[]): Promise<SnapshotWrite[]> {
  try {
    return await writeBuiltDocuments(ctx, rows);
  } catch (error) {
    const [front, feeds] = [rows.filter(isFront), rows.filter((row) => !isFront(row))];
    const isNobodys = error instanceof OverBudgetError || error instanceof DatabaseAwayError;
    if (isNobodys || front.length === 0 || feeds.length === 0) throw error;
    return [...(await writeBuiltDocuments(ctx, front)), ...(await writeBuiltDocuments(ctx, feeds))];
  }
}

const isFront = ({ part }: BuiltDocumentRow): boolean => part === "home";

/** Builds and writes the leased documents once. */
async function buildOnce(ctx: Ctx, { home, recent }: LeasedFacts): Promise<WrittenDocument[]> {
  const all = [...(await makers.home(ctx, home)), ...(await makers.recent(ctx, recent))];
  const room = countAffordableSnapshotCopies(ctx, statementsAfterCopies);
  const rows = all.map(({ page, row }, index) => ({ ...row, mayCopy: page.visibility === "public" && index < room }));
  const written = await write(ctx, rows);
  const landed = all.flatMap((each) => {
    const row = written.find(({ pageId, part }) => pageId === each.row.pageId && part === each.row.part);
    return row ? [{ ...each, written: row }] : [];
  });
  for (const each of landed) await followUp(ctx, each);
  return landed;
}

/**
 * Leases both parts if they fit into the invocation; otherwise the front pages, or `recent` when no front page needs a
 * build.
 */
async function takeParts(ctx: Ctx, pageIds: readonly string[]): Promise<PageSnapshotPart[]> {
  if (remainingMeterBudget(ctx.meter) >= bothParts) return takePublishLeases(ctx, pageIds, snapshotParts);
  const front = await takePublishLeases(ctx, pageIds, ["home"]);
  return front.length > 0 || remainingMeterBudget(ctx.meter) < recentPartStatements
    ? front
    : takePublishLeases(ctx, pageIds, ["recent"]);
}

/** Leases and reads in one trip when the caller knows which parts are wanted. */
async function lease(ctx: Ctx, pageIds: readonly string[], wanted?: readonly SnapshotPart[]): Promise<LeasedFacts> {
  if (!wanted) return readFactsOfParts(ctx, await takeParts(ctx, pageIds));
  return takePublishLeasesWithFacts(ctx, pageIds, remainingMeterBudget(ctx.meter) < bothParts ? ["home"] : wanted);
}

/**
 * Builds the wanted parts of snapshots and returns the revisions of the front pages that it wrote. Concurrent calls are
 * safe: by lease and revision, no slower build overwrites a newer one. A round takes eight statements for `home` (nine
 * if a kept fold is outdated) and four for `recent`, two rows for each part, and three trips (two with `wanted`).
 */
export async function publishPages(
  ctx: Ctx,
  pageIds: readonly string[],
  wanted?: readonly SnapshotPart[],
): Promise<Map<string, number>> {
  const built = new Map<string, number>();
  let waiting = pageIds;
  for (let round = 0; round < maxRounds && waiting.length > 0; round++) {
    const landed = await buildOnce(ctx, await lease(ctx, waiting, wanted));
    for (const { row } of landed) if (isFront(row)) built.set(row.pageId, row.wanted);
    const again = landed.filter(({ written, row }) => written.wanted > row.wanted);
    waiting = [...new Set(again.map(({ row }) => row.pageId))];
  }
  return built;
}

/** Returns the parts that a commit changes; feeds do not show everything that the front page does. */
export const snapshotPartsToPublish = (publishes: CommitPlan["publishes"]): readonly SnapshotPart[] =>
  publishes === "home" ? ["home"] : snapshotParts;

export const publishPage = async (ctx: Ctx, pageId: string): Promise<void> => void (await publishPages(ctx, [pageId]));

/**
 * Publishes a person's commit before the response. If another process holds the lease, waits at most 2 s until the
 * commit is shown. Returns true when the revision, or a newer one, is shown.
 */
export async function publishPageNow(
  ctx: Ctx,
  pageId: string,
  revision: number | null,
  wanted: readonly SnapshotPart[] = snapshotParts,
): Promise<boolean> {
  if (revision === null) return true;
  const wrote = (await publishPages(ctx, [pageId], wanted)).get(pageId) ?? 0;
  if (wrote >= revision) return true;
  for (let waited = 0; waited < 2000; waited += 200) {
    const front = await readFrontPageRevision(ctx, pageId);
    if (front === null || front.built >= revision) return true;
    if (front.isFree) await publishPages(ctx, [pageId], wanted);
    await ctx.sleep(200);
  }
  return false;
}

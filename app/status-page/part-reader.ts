import { emptyReaderKeyring, type ReaderKeyring } from "~/access/keyring";
import { requestBuildStatement } from "~/clock/wishes/queries/wish";
import { runBatch } from "~/db/run-batch";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { withDatabaseTimeout } from "~/platform/database";
import { BoundedMap, onIsolateReset, RecentMap, registerIsolateCache } from "~/platform/isolate";
import { OverBudgetError } from "~/platform/meter";
import { clampToNow, isRecentInstant, isUnexpired } from "~/time/instants";
import { mayViewPage } from "./keyring";
import { type PageLocator, readSnapshotRow } from "./part-row";
import { readSnapshotCopy, type SnapshotCopy } from "./publishing/engine/copies";
import type { SnapshotPart, SnapshotRow } from "./queries/snapshot";
import type { ParsedDocument } from "./rules/read-document";

/** A part of a page as it was read, and how fresh it is. */
export interface SnapshotPartView<T> {
  document: T;
  /** The last tick's stamp. */
  observedAt: number;
  /** When the oldest unfinished work for the page was due; null = all of it is done. */
  behindSince: number | null;
  /** When it was read from the database, if it comes from the last good copy; null = it is no copy. */
  staleSince: number | null;
  /** True when the page is not public: no cache may keep it. */
  isPrivate: boolean;
}

/** Times in ms. */
const memoryMs = 1000;
/** Two failures within this time open the breaker at the second. */
const failureWindowMs = 10_000;
const breakerOpenMs = 30_000;

interface PartCacheEntry<T> {
  document: T;
  pageId: string;
  /** The page's access setting (pages/rules/page-door). */
  door: string;
  built: number;
  observedAt: number;
  behindSince: number | null;
  /** When the row was last read successfully. */
  readAt: number;
}

/** Shared by all parts, because they have one database: after a failure for one part the others do not wait. */
const failures = { at: [] as number[], brokenUntil: 0, last: false };

/** Longest wait for a copy that another request fetches, in ms; if that one ended first, it is fetched again. */
const borrowDeadlineMs = 600;

/** Time for which a copy from KV serves all readers of this isolate before it is fetched again, in ms. */
const copyMemoryMs = 10_000;

/** A revision that this code cannot read; its body is not fetched again. */
type UnreadableRevision = Pick<PartCacheEntry<unknown>, "pageId" | "built">;

interface PendingSnapshotCopy<T> {
  copy: Promise<SnapshotCopy<T> | null>;
  at: number;
}

/** True when the last read of a page in this isolate failed, so that live reads need not be tried. */
export const hasLastPageReadFailed = (): boolean => failures.last;

/** Notes a failed read. A second failure soon after the first opens the breaker: readers go straight to the copy. */
export function recordPageReadFailure(now: number): void {
  failures.last = true;
  failures.at = [...failures.at.filter((at) => isRecentInstant(at, now, failureWindowMs)), now];
  if (failures.at.length >= 2) failures.brokenUntil = now + breakerOpenMs;
}

export function resetPageReadFailures(): void {
  failures.at = [];
  failures.brokenUntil = 0;
  failures.last = false;
}
onIsolateReset(resetPageReadFailures);

const keyOf = (where: PageLocator) => ("slug" in where ? `/${where.slug}` : where.host);

/** Stands for an unknown address: no key opens it, and sessions are checked, so that timing reveals nothing. */
const nowhere = { pageId: "", door: "members" };

/**
 * This isolate's memory of one part of its pages. Each view reads one row, or none when the memory is at most 1 s old.
 */
export class SnapshotPartCache<T extends object> {
  private readonly memory: RecentMap<string, PartCacheEntry<T>>;
  private readonly borrowed: BoundedMap<string, PendingSnapshotCopy<T>>;
  private readonly unread: BoundedMap<string, UnreadableRevision>;

  constructor(
    private readonly part: SnapshotPart,
    /** Number of documents kept. */
    size: number,
    /** Parses the document from the text of its row. */
    private readonly parse: (body: string) => ParsedDocument<T>,
  ) {
    this.memory = registerIsolateCache(new RecentMap({ entries: size }));
    this.borrowed = registerIsolateCache(new BoundedMap(size));
    this.unread = registerIsolateCache(new BoundedMap(size));
  }

  forgetOne(where: PageLocator): void {
    this.memory.delete(keyOf(where));
    this.borrowed.delete(keyOf(where));
  }

  /** Returns what was read within the last second if it is public, without reading a row. */
  fresh(where: PageLocator, now: number): SnapshotPartView<T> | null {
    const entry = this.inMemory(where, now);
    return entry?.door === "public" ? this.shown(entry, null) : null;
  }

  /**
   * Returns the part without ever building it. Fails with `missing`, or with `overloaded` when the database is away and
   * there is no copy. For readers without access it does the same work as for an unknown address, whatever this isolate
   * knows of the page.
   */
  async view(
    ctx: Ctx,
    where: PageLocator,
    keys: ReaderKeyring = emptyReaderKeyring,
  ): Promise<Result<SnapshotPartView<T>>> {
    const now = ctx.now();
    const fresh = this.inMemory(where, now);
    const entered = fresh ? await this.opens(ctx, where, keys, fresh) : undefined;
    if (fresh && entered) return ok(this.shown(fresh, null));
    if (isUnexpired(failures.brokenUntil, now, breakerOpenMs)) return this.fromCopy(ctx, where, keys);
    const key = keyOf(where);
    const before = this.memory.get(key);
    let found: { row: SnapshotRow | null; opens: boolean };
    try {
      found = await this.read(ctx, where, keys, { before, entered });
      failures.last = false;
    } catch (error) {
      // An exhausted budget of this invocation does not mean that the database is away.
      if (error instanceof OverBudgetError) throw error;
      ctx.log.error("view.read", error);
      recordPageReadFailure(ctx.now());
      return this.fromCopy(ctx, where, keys);
    }
    const { row, opens } = found;
    const known = this.memory.get(key) ?? before;
    // Another reader that asked later got its result sooner.
    const isOutrun = known !== before && known?.pageId === row?.page_id && (known?.built ?? 0) > (row?.built ?? 0);
    if (known && isOutrun && opens) return this.behindDoor(ctx, where, keys, known);
    // A page created at an address that another page had before must not inherit anything of it.
    if (known && known.pageId !== row?.page_id) this.memory.delete(key);
    if (!row || !opens) return missingFailure;
    const read = row.body === null ? null : this.parse(row.body);
    if (this.isUnread(ctx, key, row, read)) return this.fromCopy(ctx, where, keys);
    const entry = this.adopt(key, row, read?.document ?? null, known?.pageId === row.page_id ? known : undefined, now);
    if (entry) return ok(this.shown(entry, null));
    return row.visibility === "public" ? fail({ name: "overloaded", retryAfter: 5 }) : missingFailure;
  }

  /** Reads the row, with its body only for readers who may enter; `entered` is set when that was already checked. */
  private async read(
    ctx: Ctx,
    where: PageLocator,
    keys: ReaderKeyring,
    { before, entered }: { before: PartCacheEntry<T> | undefined; entered: boolean | undefined },
  ) {
    const have = this.unread.get(keyOf(where))?.built ?? before?.built ?? -1;
    const row = await readSnapshotRow(ctx, this.part, where, { have, mayEnter: false });
    const door = row ? { pageId: row.page_id, door: row.visibility } : nowhere;
    const opens = entered ?? (await this.opens(ctx, where, keys, door));
    const lacksBody = row !== null && row.body === null && row.built !== have;
    if (!opens || !lacksBody || row.visibility === "public")
      return { row, opens: opens || row?.visibility === "public" };
    return { row: await readSnapshotRow(ctx, this.part, where, { have, mayEnter: true }), opens };
  }

  private opens(
    ctx: Ctx,
    where: PageLocator,
    keys: ReaderKeyring,
    { pageId, door }: Pick<PartCacheEntry<T>, "pageId" | "door">,
  ) {
    return mayViewPage(ctx, { pageId, door, slug: "slug" in where ? where.slug : null }, keys);
  }

  private inMemory(where: PageLocator, now: number): PartCacheEntry<T> | null {
    const entry = this.memory.get(keyOf(where));
    return entry && isRecentInstant(entry.readAt, now, memoryMs) ? entry : null;
  }

  private async behindDoor(
    ctx: Ctx,
    where: PageLocator,
    keys: ReaderKeyring,
    entry: PartCacheEntry<T>,
  ): Promise<Result<SnapshotPartView<T>>> {
    return (await this.opens(ctx, where, keys, entry)) ? ok(this.shown(entry, null)) : missingFailure;
  }

  private shown(
    { document, observedAt, behindSince, door }: PartCacheEntry<T>,
    staleSince: number | null,
  ): SnapshotPartView<T> {
    return { document, observedAt, behindSince, staleSince, isPrivate: door !== "public" };
  }

  /** Handles an unreadable body: a later version's is left alone, a broken one is marked for a rebuild by a tick. */
  private isUnread(
    ctx: Ctx,
    key: string,
    { page_id: pageId, built }: SnapshotRow,
    read: ParsedDocument<T> | null,
  ): boolean {
    const before = this.unread.get(key);
    const isKnown = before?.pageId === pageId && before.built === built;
    if (read === null && isKnown) return true;
    if (read === null || read.document !== null) {
      this.unread.delete(key);
      return false;
    }
    this.unread.set(key, { pageId, built });
    const { part } = this;
    ctx.log.error("view.unreadable", new Error(read.isLater ? "of a later version" : "broken"), { page: pageId, part });
    if (!read.isLater) ctx.defer(this.wantAnew(ctx, { pageId, built }));
    return true;
  }

  private async wantAnew(ctx: Ctx, { pageId, built }: UnreadableRevision): Promise<void> {
    const { part } = this;
    await runBatch(ctx, [requestBuildStatement({ pageId, part, built }, ctx.now())]).catch((error) =>
      ctx.log.error("view.anew", error, { page: pageId, part }),
    );
  }

  /** Takes over the row; within one isolate revisions never go back. */
  private adopt(
    key: string,
    row: SnapshotRow,
    read: T | null,
    known: PartCacheEntry<T> | undefined,
    now: number,
  ): PartCacheEntry<T> | null {
    const newer = !known || row.built >= known.built ? read : null;
    const document = newer ?? known?.document;
    if (!document) return null;
    const built = newer === null ? (known?.built ?? 0) : row.built;
    const { page_id: pageId, visibility: door, observed_at: observedAt, behind_since: behindSince } = row;
    return this.remember(key, { document, pageId, door, built, observedAt, behindSince, readAt: now });
  }

  private remember(key: string, entry: PartCacheEntry<T>): PartCacheEntry<T> {
    this.memory.set(key, entry);
    return entry;
  }

  /** Fetches the copy once for all concurrent readers, because KV has its own daily limit of reads. */
  private async borrow(ctx: Ctx, slug: string): Promise<SnapshotCopy<T> | null> {
    const key = keyOf({ slug });
    const now = ctx.now();
    const before = this.borrowed.get(key);
    if (before && isRecentInstant(before.at, now, copyMemoryMs)) {
      const copy = await withDatabaseTimeout(before.copy, borrowDeadlineMs).catch(() => undefined);
      if (copy !== undefined) return copy;
    }
    const copy = readSnapshotCopy<T>(ctx, this.part, slug).catch(() => null);
    this.borrowed.set(key, { copy, at: now });
    return copy;
  }

  /**
   * Returns the part from memory, otherwise from the last good copy. Without either it fails (503), and never shows
   * green.
   */
  private async fromCopy(ctx: Ctx, where: PageLocator, keys: ReaderKeyring): Promise<Result<SnapshotPartView<T>>> {
    const known = this.memory.get(keyOf(where));
    // Readers without access get the same response as for an unknown page.
    const door = known && { ...known, slug: null };
    if (known && door && (await mayViewPage(ctx, door, keys))) {
      return ok(this.shown(known, clampToNow(known.readAt, ctx.now())));
    }
    const copy = "slug" in where ? await this.borrow(ctx, where.slug) : null;
    if (!copy || known) return fail({ name: "overloaded", retryAfter: 30 });
    const { document, behindSince = null } = copy;
    const at = clampToNow(copy.at, ctx.now());
    return ok({ document, observedAt: at, behindSince, staleSince: at, isPrivate: false });
  }
}

import { type CellState, DurableObjectCell } from "~/platform/cells/cell";
import type { Ctx } from "~/platform/ctx";
import { withDatabaseTimeout } from "~/platform/database";
import { runCountingAlarmTime, withObjectTimeHeader } from "~/platform/object-time";
import { drainInbox, loadInboxNote } from "./drain";
import { inboxCellContents, storeInboxEntry } from "./keep";
import { inboxMigrations } from "./queries/inbox-schema";
import { databaseAwayDelayMs, type InboxDrainReport, type InboxEntry } from "./rules/inbox-entry";

/** Maximum duration of a round, and of a round for which a caller waits, in ms. */
const maxRoundMs = 15_000;
const awaitedRoundMs = 1500;

/** Time until the first attempt after something was kept, in ms. */
const firstRetryMs = 2000;

/** Time until the next invocation continues after a full one, in ms. */
const nextRoundMs = 200;

/** Key of the inbox's number. The first request gives it, because an object does not know its name when it wakes. */
const numberKey = "inbox";

/**
 * A Durable Object that keeps what machines sent while the database was away, and takes it in when it is back. Only our
 * own worker can reach it.
 */
export class InboxCell extends DurableObjectCell {
  private timesAway = 0;
  private number: number | null = null;
  private isDraining = false;

  /** Creates an inbox; `open` returns the context of one invocation. */
  constructor(
    state: CellState,
    private readonly open: () => Ctx,
  ) {
    super(state, inboxMigrations);
  }

  protected now(): number {
    return this.open().now();
  }

  async fetch(request: Request): Promise<Response> {
    return withObjectTimeHeader(this.open(), await this.answer(request));
  }

  private async answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    await this.learnNumber(Number(searchParams.get("inbox")));
    if (pathname === "/keep") return Response.json(await this.keep((await request.json()) as InboxEntry));
    if (pathname === "/drain") return Response.json(await this.drainAwaited({ isHealing: false }));
    if (pathname === "/heal") return Response.json(await this.drainAwaited({ isHealing: true }));
    return new Response(null, { status: 404 });
  }

  /** Stores the number once, because an object wakes many times a day. */
  private async learnNumber(said: number): Promise<void> {
    const { storage } = this.state;
    this.number ??= (await storage.get<number>(numberKey)) ?? null;
    if (this.number !== null) return;
    this.number = said;
    await storage.put(numberKey, said);
  }

  protected async runDue(): Promise<number | null> {
    const { nextAt, isAway } = await runCountingAlarmTime(this.open(), () => this.drain(maxRoundMs));
    if (nextAt === null) return null;
    const now = this.now();
    return Math.max(nextAt, now + (isAway ? databaseAwayDelayMs(this.timesAway) : nextRoundMs));
  }

  private async keep(entry: InboxEntry): Promise<{ kept: boolean }> {
    const kept = storeInboxEntry(this.state.storage, entry);
    if (kept) await this.ringAt(this.now() + firstRetryMs);
    return { kept };
  }

  /** Drains while a caller waits, and returns what is left after that time; work that was started continues. */
  private async drainAwaited({ isHealing }: { isHealing: boolean }): Promise<InboxDrainReport> {
    const { storage } = this.state;
    const work = this.drain(awaitedRoundMs, isHealing);
    this.state.waitUntil(work.catch(() => undefined));
    return withDatabaseTimeout(work, awaitedRoundMs).catch(() => ({
      ...inboxCellContents(storage),
      taken: 0,
      isAway: false,
    }));
  }

  /**
   * Drains the inbox, in one run at a time. Entries that arrive meanwhile are kept, and other callers get the current
   * contents.
   */
  private async drain(milliseconds: number, isHealing = false): Promise<InboxDrainReport> {
    const ctx = this.open();
    const { storage } = this.state;
    if (this.isDraining) return { ...inboxCellContents(storage), taken: 0, isAway: false };
    this.isDraining = true;
    try {
      this.number ??= (await storage.get<number>(numberKey)) ?? null;
      const place = { storage, number: this.number ?? 0 };
      if (isHealing) await loadInboxNote(ctx, place);
      const drained = await drainInbox(ctx, place, ctx.now() + milliseconds);
      this.timesAway = drained.isAway ? this.timesAway + 1 : 0;
      return drained;
    } finally {
      this.isDraining = false;
    }
  }
}

import { type SnapshotPart, type SnapshotRow, selectView } from "~/db/queries/snapshot";
import type { Ctx } from "~/platform/ctx";
import { within } from "~/platform/database";
import { fail, ok, type Result } from "~/rules/failure";
import { readCopy } from "./copies";

export type Where = { slug: string } | { host: string };

/** A part of a page as it was read, and how fresh it is (protocols §2, §3). */
export interface PartView<T> {
  document: T;
  /** The last tick's stamp. */
  observedAt: number;
  /** Set when it comes from the last good copy: the instant it was read from the database. */
  staleSince: number | null;
}

/** Deadlines of protocols §2, in ms. */
const readDeadline = 1500;
const memoryFor = 1000;
const breakFor = 30_000;

interface Remembered<T> {
  document: T;
  built: number;
  observedAt: number;
  /** When the row was last asked for and answered. */
  readAt: number;
}

/** The database is one: who waited for one part in vain need not wait for the other. */
const failures = { at: [] as number[], brokenUntil: 0 };

/** Two failures within 10 s open the breaker: for 30 s readers go straight to the copy. */
function noteFailure(now: number): void {
  failures.at = [...failures.at.filter((at) => now - at < 10_000), now];
  if (failures.at.length >= 2) failures.brokenUntil = now + breakFor;
}

export function forgetFailures(): void {
  failures.at = [];
  failures.brokenUntil = 0;
}

const keyOf = (where: Where) => ("slug" in where ? `/${where.slug}` : where.host);

async function readRow(ctx: Ctx, part: SnapshotPart, where: Where, have: number): Promise<SnapshotRow | null> {
  const { sql, params } = selectView(part, where, have);
  const asked = ctx.d1.prepare(sql).bind(...params);
  return (await within(asked.all<SnapshotRow>(), readDeadline)).results[0] ?? null;
}

/** What this isolate knows of one part of its pages: one row read, or none from a copy ≤ 1 s old (protocols §2). */
export class PartReader<T> {
  private readonly memory = new Map<string, Remembered<T>>();

  constructor(
    private readonly part: SnapshotPart,
    /** How many documents are kept. */
    private readonly size: number,
  ) {}

  forget(): void {
    this.memory.clear();
  }

  /** What was read within the last second: no row is asked for. */
  fresh(where: Where, now: number): PartView<T> | null {
    const entry = this.memory.get(keyOf(where));
    return entry && now - entry.readAt < memoryFor ? this.shown(entry, null) : null;
  }

  /** A visitor never builds. Missing, or overloaded when the database is away and there is no copy. */
  async view(ctx: Ctx, where: Where): Promise<Result<PartView<T>>> {
    const now = ctx.now();
    const fresh = this.fresh(where, now);
    if (fresh) return ok(fresh);
    if (now < failures.brokenUntil) return this.fromCopy(ctx, where);
    const key = keyOf(where);
    const known = this.memory.get(key);
    let row: SnapshotRow | null;
    try {
      row = await readRow(ctx, this.part, where, known?.built ?? -1);
    } catch (error) {
      ctx.log.error("view.read", error);
      noteFailure(ctx.now());
      return this.fromCopy(ctx, where);
    }
    if (row?.visibility !== "public") {
      this.memory.delete(key);
      return fail({ name: "missing" });
    }
    const entry = this.adopt(key, row, known, now);
    return entry ? ok(this.shown(entry, null)) : fail({ name: "overloaded", retryAfter: 5 });
  }

  private shown({ document, observedAt }: Remembered<T>, staleSince: number | null): PartView<T> {
    return { document, observedAt, staleSince };
  }

  /** Takes over what the row says; inside one isolate revisions never go back. */
  private adopt(key: string, row: SnapshotRow, known: Remembered<T> | undefined, now: number): Remembered<T> | null {
    const newer = row.body !== null && (!known || row.built >= known.built);
    const document = newer ? (JSON.parse(row.body as string) as T) : known?.document;
    if (!document) return null;
    const built = newer ? row.built : (known?.built ?? 0);
    return this.remember(key, { document, built, observedAt: row.observed_at, readAt: now });
  }

  private remember(key: string, entry: Remembered<T>): Remembered<T> {
    this.memory.delete(key);
    this.memory.set(key, entry);
    const oldest = this.memory.size > this.size ? this.memory.keys().next().value : undefined;
    if (oldest !== undefined) this.memory.delete(oldest);
    return entry;
  }

  /** From memory, then the last good copy; without one nobody can say: 503, never green. */
  private async fromCopy(ctx: Ctx, where: Where): Promise<Result<PartView<T>>> {
    const known = this.memory.get(keyOf(where));
    if (known) return ok(this.shown(known, known.readAt));
    const copy = "slug" in where ? await readCopy<T>(ctx, this.part, where.slug).catch(() => null) : null;
    if (!copy) return fail({ name: "overloaded", retryAfter: 30 });
    return ok({ document: copy.document, observedAt: copy.at, staleSince: copy.at });
  }
}

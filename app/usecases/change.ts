import { type AuditDraft, type Commit, commit } from "~/db/commit";
import { deciding, type Kept } from "~/db/deciding";
import { priorCommit } from "~/db/queries/audit";
import { read } from "~/db/read";
import { Crowded, Taken } from "~/db/trouble";
import { publishNow } from "~/engines/publishing/publish";
import { settle } from "~/engines/settling/settle";
import { wakeSender } from "~/engines/telling/wake";
import { afterwards, type Ctx } from "~/platform/ctx";
import { logLeft } from "~/platform/left-over";
import { OverBudget, roomIn } from "~/platform/meter";
import { fail, ok, type Result } from "~/rules/basics/failure";

/** What every change answers: the id of what it was about. */
export interface Done {
  id: string;
}

export interface PersonCommit extends Commit {
  pageId: string;
  audit: AuditDraft;
  /** There is something to send besides `notices`. */
  wakes?: boolean;
}

/**
 * Facts → decision → commit. A lost race is decided again on fresh facts; a version from a form no longer fits them
 * then and is refused, never retried. A name that is taken is a conflict.
 */
export async function changing<T>(ctx: Ctx, attempt: (kept: Kept) => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await deciding(ctx, attempt);
  } catch (error) {
    if (error instanceof OverBudget) throw new Crowded("lost races until the budget was spent");
    if (!(error instanceof Taken)) throw error;
    const what = ["slug", "host"].find((each) => error.constraint.includes(each)) ?? "id";
    return fail({ name: "conflict", code: `${what}_taken`, detail: `This ${what} is taken.` });
  }
}

/** Statements of a publishing, and of what the answer still reads after it. */
const showing = 14;

/** Who decided again has little room left, and the answer goes first. */
const hasRoom = ({ meter }: Ctx) => roomIn(meter) >= showing;

/** What is committed is in: a publishing that fails now, or has no room left, is the tick's, and no reason to say no. */
async function show(ctx: Ctx, pageId: string, revision: number | null): Promise<void> {
  try {
    if (hasRoom(ctx)) await publishNow(ctx, pageId, revision);
  } catch (error) {
    logLeft(ctx.log, "publish.after", error, { page: pageId });
  }
}

/**
 * Commits, and publishes before it answers. Sent twice, it answers as the first time; that is read first, because
 * publishing may spend what is left of the budget.
 */
export async function commitChange(ctx: Ctx, plan: PersonCommit): Promise<Result<Done>> {
  const { outcome, revision } = await commit(ctx, plan);
  const [prior] = outcome === "already" ? await read(ctx, priorCommit(ctx, plan.id)) : [[]];
  if (plan.publishes) await show(ctx, plan.pageId, revision);
  if (plan.wakes || plan.notices?.length) wakeSender(ctx);
  return replayOf(prior, plan.pageId) ?? ok({ id: plan.audit.subjectId });
}

type Prior = { subjectId: string; pageId: string | null }[];

/** The answer of the first time when this very commit is in already; null when it is new. */
export function replayOf([prior]: Prior, pageId: string): Result<Done> | null {
  if (!prior) return null;
  if (prior.pageId === pageId) return ok({ id: prior.subjectId });
  return fail({ name: "conflict", code: "commit_id_used", detail: "This commit id belongs to something else." });
}

/** Somebody changed it since it was read: both are shown. Null where the versions fit or none was given. */
const outdated = (current: { version: number }, version: number | undefined): Result<never> | null =>
  version === undefined || version === current.version ? null : fail({ name: "conflict", current });

export const missing = fail({ name: "missing" });

/** The row that a change is about, or the answer that it already has. */
export type Found<Row> = { row: Row; answer: null } | { row: null; answer: Result<Done> };

/** `show` = what of the row may leave in a conflict, where it holds secrets. */
export function find<Row extends { version: number }>(
  prior: Prior,
  row: Row | undefined,
  input: { pageId: string; version?: number | undefined },
  show: (row: Row) => { version: number } = (it) => it,
): Found<Row> {
  const replay = replayOf(prior, input.pageId);
  if (replay) return { row: null, answer: replay };
  if (!row) return { row: null, answer: missing };
  const conflict = outdated(show(row), input.version);
  return conflict ? { row: null, answer: conflict } : { row, answer: null };
}

/** Settles after the answer; what does not get through here is the tick's. */
export function settleSoon(ctx: Ctx, pageId: string): void {
  const work = settle(afterwards(ctx, { kind: "machine", id: "settle" }), pageId);
  ctx.defer(work.catch((error) => logLeft(ctx.log, "settle.after", error, { page: pageId })));
}

/** Of the fields that differ: how they were and how they are, for the audit log. */
export function differences(before: object, after: object): Pick<AuditDraft, "before" | "after"> {
  const old = before as Record<string, unknown>;
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(old[key]) !== JSON.stringify(value));
  return {
    before: Object.fromEntries(changed.map(([key]) => [key, old[key] ?? null])),
    after: Object.fromEntries(changed),
  };
}

/** Only what was given: absent fields stay as they are. */
export function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { claimKeyStatements } from "~/audit/queries/keyed-commits";
import { resultsByPart, statementsOfParts } from "~/db/named-results";
import { mergePageStatements } from "~/db/rows-together";
import { runBatch } from "~/db/run-batch";
import { auditEntryTable, noticeTable } from "~/db/schema";
import { guardVersionsStatements, insertRowsStatements, rowsStatement, type SqlStatement } from "~/db/write";
import {
  type ContactWay,
  contactWays,
  noticeLaneOfContactWay,
  noticeSequenceInWay,
} from "~/notifications/rules/contact-ways";
import {
  type NoticeAudienceKind,
  type NoticeKind,
  noticeKindsDeduplicatedBySequence,
  noticeKindsWrittenOnDemand,
  noticeLaneOf,
  noticeLanes,
} from "~/notifications/rules/notice";
import type { Ctx } from "~/platform/ctx";
import { isDuplicateCommitError, LostTimelineError, translateDatabaseError } from "~/platform/trouble";
import { hasActiveEndpointSql } from "~/subscribers/queries/endpoints";
import { endRetryTurn } from "./retry-turn";

/** A table and the versions that the decision was made on. */
export interface VersionExpectation {
  table: SQLiteTable;
  rows: readonly { version: number; [key: string]: unknown }[];
  key?: readonly string[];
}

export interface AuditDraft {
  action: string;
  subjectKind: string;
  subjectId: string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

export interface NoticeDraft {
  kind: NoticeKind;
  subjectId: string;
  /**
   * The version of its subject that this commit makes, so that each notice is unique; see `noticeKindsDeduplicatedBySequence` for
   * the others.
   */
  sequence: number;
  audience: NoticeAudienceKind;
  scope: Record<string, unknown>;
  dueAt: number;
  /** Time after which it is of no more use and is not sent. */
  expiresAt: number;
  /**
   * Time at which the notice is treated as created: people who confirmed before it are notified; absent = the commit.
   */
  bornAt?: number;
}

export interface CommitPlan {
  /** Id that is created once and kept over retries; for a form it is the form's nonce. */
  id: string;
  pageId: string | null;
  expect?: readonly VersionExpectation[];
  /** Guards of another form: a lease that must still be held, an instant that must not have changed. */
  guards?: readonly SqlStatement[];
  changes: readonly SqlStatement[];
  /** Absent only when a lease and guarded versions identify the commit (settling, the tick). */
  audit?: AuditDraft;
  notices?: readonly NoticeDraft[];
  /**
   * True when visitors would notice: snapshot.wanted + 1. `home`: only the parts of the front page change, not the
   * feeds.
   */
  publishes?: boolean | "home";
}

export interface CommitResult {
  /** `already`: this very commit had been stored before; nothing changed now. */
  outcome: "committed" | "already";
  /** The revision that shows it; null when visitors would not notice. */
  revision: number | null;
  /** The first row that each of `changes` returned, by the statement; empty when `already`. */
  answers: ReadonlyMap<SqlStatement, Record<string, unknown> | undefined>;
}

/**
 * Maximum number of changes of a commit, one statement per table, because every statement counts against the free plan
 * (docs/protocols.md, "Commit").
 */
export const maxCommitStatements = 15;

/**
 * Returns one statement for the page's parts in all audiences; blind +1, never compared (docs/protocols.md, "Commit").
 */
const bump = (pageId: string, publishes: true | "home", now: number): SqlStatement =>
  rowsStatement(
    `UPDATE snapshot SET wanted = wanted + 1, asked_at = iif(built < wanted, asked_at, j.value->>'$.now')
    FROM json_each(?1) j WHERE page_id = j.value->>'$.pageId' AND (part = 'home' OR j.value->>'$.whole')
    RETURNING part, wanted`,
    [{ pageId, now, whole: publishes === true }],
  );

/** Returns the next revision of the public home part; each part has its own count. */
const homeWanted = (bumped: readonly D1Result[]): number => {
  const rows = bumped.flatMap(({ results }) => results as { part: string; wanted: number }[]);
  return Number(rows.find((each) => each.part === "home")?.wanted);
};

const wantedOf = (pageId: string): SqlStatement => ({
  sql: "SELECT wanted FROM snapshot WHERE page_id = ?1 AND part = 'home'",
  params: [pageId],
});

function auditRow(ctx: Ctx, commit: CommitPlan): SqlStatement[] {
  if (!commit.audit) return [];
  const actorId = ctx.actor.kind === "visitor" ? null : ctx.actor.id;
  const { before = null, after = null, ...audit } = commit.audit;
  const row = { id: commit.id, pageId: commit.pageId, at: ctx.now(), actorKind: ctx.actor.kind, actorId };
  return insertRowsStatements(auditEntryTable, [{ ...row, ...audit, before, after, requestId: ctx.requestId }]);
}

const listed = (kinds: readonly string[]) => kinds.map((kind) => `'${kind}'`).join(", ");

/**
 * SQL that is true for a notice to insert: of these kinds, one that exists already is skipped; of every other kind a
 * second one with the same sequence breaks the commit.
 */
const isNew = `(j.value->>'$.kind' NOT IN (${listed(noticeKindsDeduplicatedBySequence)}) OR NOT EXISTS (
  SELECT 1 FROM notice n WHERE n.kind = j.value->>'$.kind' AND n.subject_id = j.value->>'$.subjectId'
    AND n.sequence = j.value->>'$.sequence'))`;

/** SQL that is true when a channel of the page wants it; asked in the commit itself, so that it takes no round trip. */
const isWanted = `(j.value->>'$.kind' NOT IN (${listed(noticeKindsWrittenOnDemand)}) OR EXISTS (
  SELECT 1 FROM channel c, json_each(c.events) e WHERE c.page_id = j.value->>'$.pageId' AND c.disabled_at IS NULL
    AND e.value = j.value->>'$.kind'))`;

/** SQL for the revision of the public home part that shows this, so that an email never arrives before the page. */
const revision = `coalesce((SELECT wanted + (j.value->>'$.shown') FROM snapshot
  WHERE page_id = j.value->>'$.pageId' AND part = 'home' AND audience = 'public'), 0)`;

/** SQL that is true when the page has subscribers in its way; uses an index of those only. */
const isHeard = `(j.value->>'$.way' IS NULL OR ${hasActiveEndpointSql("j.value->>'$.pageId'", "j.value->>'$.way'")})`;

type NoticeInsertRow = NoticeDraft & { way: ContactWay | null; lane: number };

/**
 * Returns a notice for each way, because subscribers get by other ways what they get by email. A reminder is written
 * long before it is due, so its ways are decided when it is sent (notifications/queries/remind-in-ways).
 */
function inEachWay(draft: NoticeDraft): NoticeInsertRow[] {
  const lane = draft.bornAt === undefined ? noticeLaneOf(draft.kind) : noticeLanes.reminders;
  const byMail = { ...draft, way: null, lane };
  if (draft.audience !== "subscribers" || draft.kind === "maintenance_reminder") return [byMail];
  const elsewhere = contactWays.map(
    (way): NoticeInsertRow => ({
      ...draft,
      audience: "endpoints",
      way,
      lane: noticeLaneOfContactWay(way),
      sequence: noticeSequenceInWay(way, draft.sequence),
    }),
  );
  return [byMail, ...elsewhere];
}

/** Returns the statement that stores the notices of a plan; none when it has no notices. */
export function noticeStatements(
  ctx: Ctx,
  commit: Pick<CommitPlan, "pageId" | "notices" | "publishes">,
): SqlStatement[] {
  const pageId = commit.pageId ?? "";
  if (!commit.notices?.length) return [];
  const rows = commit.notices.flatMap(inEachWay).map(({ bornAt: createdAt = ctx.now(), ...draft }) => ({
    ...draft,
    id: ctx.id(),
    pageId,
    createdAt,
    notBefore: draft.dueAt,
    shown: commit.publishes ? 1 : 0,
  }));
  return insertRowsStatements(noticeTable, rows, {
    computed: { revision },
    beside: ["shown"],
    where: `${isNew} AND ${isWanted} AND ${isHeard}`,
  });
}

function guardsOf(commit: CommitPlan): SqlStatement[] {
  const versions = (commit.expect ?? []).flatMap((each) =>
    guardVersionsStatements(each.table, commit.pageId ?? "", each.rows, each.key),
  );
  return [...claimKeyStatements(commit.id), ...versions, ...(commit.guards ?? [])];
}

/** Returns the statements of a commit by what they are for, in the order in which they run. */
const partsOf = (ctx: Ctx, commit: CommitPlan) => ({
  audit: auditRow(ctx, commit),
  guards: guardsOf(commit),
  changes: commit.changes,
  notices: noticeStatements(ctx, commit),
  publishing: commit.pageId && commit.publishes ? [bump(commit.pageId, commit.publishes, ctx.now())] : [],
});

async function revisionOf(ctx: Ctx, pageId: string | null): Promise<number | null> {
  if (!pageId) return null;
  const [result] = await runBatch(ctx, [wantedOf(pageId)]);
  return (result?.results[0] as { wanted: number } | undefined)?.wanted ?? null;
}

function checked(plan: CommitPlan): CommitPlan {
  if (plan.changes.length > maxCommitStatements) throw new Error(`${plan.changes.length} changes in one commit`);
  if (!plan.audit && guardsOf(plan).length === 0) throw new Error("a commit without an audit entry needs a guard");
  return plan;
}

/**
 * Commits several pages as one transaction, with a table's rows in one statement: all of them, or none. Throws like
 * `commit`, without saying which page lost the race.
 */
export async function commitPlansTogether(ctx: Ctx, plans: readonly CommitPlan[]): Promise<void> {
  const statements = plans.map((plan) => statementsOfParts(partsOf(ctx, checked(plan))));
  try {
    await runBatch(ctx, mergePageStatements(statements)).finally(() => endRetryTurn(ctx));
  } catch (error) {
    throw translateDatabaseError(error);
  }
}

/** Returns the error with the page whose timeline another commit changed first. */
function lostBy({ pageId }: CommitPlan, error: unknown): unknown {
  if (error instanceof LostTimelineError) error.pageId = pageId;
  return error;
}

/**
 * Writes a decision in one transaction: audit entry, guards, changes, notices and the request to publish the page;
 * machines store their own work by `runBatch`. Idempotent. Throws LostRaceError, Taken, KeyReusedError, DatabaseAwayError.
 */
export async function commitPlan(ctx: Ctx, plan: CommitPlan): Promise<CommitResult> {
  const parts = partsOf(ctx, checked(plan));
  await Promise.all(ctx.waits?.commit ?? []);
  try {
    const results = await runBatch(ctx, statementsOfParts(parts)).finally(() => endRetryTurn(ctx));
    const { changes, publishing } = resultsByPart(parts, results);
    const rows = changes.map((each) => each.results[0] as Record<string, unknown> | undefined);
    const answers = new Map(plan.changes.map((statement, at) => [statement, rows[at]]));
    return { outcome: "committed", revision: plan.publishes ? homeWanted(publishing) : null, answers };
  } catch (error) {
    if (!isDuplicateCommitError(error)) throw lostBy(plan, translateDatabaseError(error));
    const revision = plan.publishes ? await revisionOf(ctx, plan.pageId) : null;
    return { outcome: "already", revision, answers: new Map() };
  }
}

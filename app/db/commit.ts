import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Ctx } from "../platform/ctx";
import { auditEntry, notice } from "./schema";
import { isAlreadyIn, retrying, understand } from "./trouble";
import { expectRows, insertRows, type Statement } from "./write";

/** A table and the versions that the decision was made on. */
export interface Expectation {
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
  kind: string;
  subjectId: string;
  sequence: number;
  audience: "team" | "subscribers";
  scope: Record<string, unknown>;
  dueAt: number;
  /** After this it is of no use to anybody and is not sent. */
  expiresAt: number;
}

export interface Commit {
  /** Made once and kept over retries; from a form it is the form's nonce. */
  id: string;
  pageId: string | null;
  expect?: readonly Expectation[];
  changes: readonly Statement[];
  /** Absent only where a lease and guarded versions are the identity (settling, the tick). */
  audit?: AuditDraft;
  notices?: readonly NoticeDraft[];
  /** A visitor would notice: snapshot.wanted + 1. */
  publishes?: boolean;
}

export interface Committed {
  /** `already`: this very commit had been done before; nothing changed now. */
  outcome: "committed" | "already";
  /** The revision that shows it; null when no visitor would notice. */
  revision: number | null;
}

/** One statement for all parts and audiences of the page; blind +1, never compared (protocols §1). */
const bump = (pageId: string): Statement => ({
  sql: "UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1 RETURNING wanted",
  params: [pageId],
});

const wantedOf = (pageId: string): Statement => ({
  sql: "SELECT wanted FROM snapshot WHERE page_id = ?1 AND part = 'home'",
  params: [pageId],
});

function auditRow(ctx: Ctx, commit: Commit): Statement[] {
  if (!commit.audit) return [];
  const actorId = ctx.actor.kind === "visitor" ? null : ctx.actor.id;
  const { before = null, after = null, ...audit } = commit.audit;
  const row = { id: commit.id, pageId: commit.pageId, at: ctx.now(), actorKind: ctx.actor.kind, actorId };
  return insertRows(auditEntry, [{ ...row, ...audit, before, after, requestId: ctx.requestId } as never]);
}

function noticeRows(ctx: Ctx, commit: Commit): Statement[] {
  const pageId = commit.pageId;
  if (!pageId || !commit.notices?.length) return [];
  const rows = commit.notices.map((draft) => ({ ...draft, id: ctx.id(), pageId, createdAt: ctx.now() }));
  const [insert] = insertRows(notice, rows as never[]);
  if (!insert) return [];
  const revision =
    "UPDATE notice SET revision = (SELECT wanted + ?2 FROM snapshot WHERE page_id = ?1 AND part = 'home' AND audience = 'public') WHERE page_id = ?1 AND id IN (SELECT value->>'$.id' FROM json_each(?3))";
  const sql = `${insert.sql} WHERE true ON CONFLICT (kind, subject_id, sequence) DO NOTHING`;
  return [
    { sql, params: insert.params },
    { sql: revision, params: [pageId, commit.publishes ? 1 : 0, JSON.stringify(rows.map(({ id }) => ({ id })))] },
  ];
}

function statementsOf(ctx: Ctx, commit: Commit): Statement[] {
  const guards = (commit.expect ?? []).flatMap((each) =>
    expectRows(each.table, commit.pageId ?? "", each.rows, each.key),
  );
  const publishing = commit.pageId && commit.publishes ? [bump(commit.pageId)] : [];
  return [...auditRow(ctx, commit), ...guards, ...commit.changes, ...noticeRows(ctx, commit), ...publishing];
}

/** Prepares and runs statements as one transaction; D1's answer to each. */
export async function runBatch(ctx: Ctx, statements: readonly Statement[]): Promise<D1Result[]> {
  const prepared = statements.map(({ sql, params }) => ctx.d1.prepare(sql).bind(...params));
  return retrying(ctx, () => ctx.d1.batch(prepared));
}

async function revisionOf(ctx: Ctx, pageId: string | null): Promise<number | null> {
  if (!pageId) return null;
  const [result] = await runBatch(ctx, [wantedOf(pageId)]);
  return (result?.results[0] as { wanted: number } | undefined)?.wanted ?? null;
}

/**
 * The only way in which anything changes (protocols §1): one transaction of audit entry, guards, changes, notices
 * and the page's wish to be published. Throws LostRace, Taken or DatabaseAway; done twice it changes nothing.
 */
export async function commit(ctx: Ctx, plan: Commit): Promise<Committed> {
  if (plan.changes.length > 12) throw new Error(`${plan.changes.length} changes in one commit; 12 at most`);
  if (!plan.audit && !plan.expect?.length) throw new Error("a commit without an audit entry needs a guard");
  const statements = statementsOf(ctx, plan);
  try {
    const results = await runBatch(ctx, statements);
    const last = results.at(-1)?.results[0] as { wanted: number } | undefined;
    return { outcome: "committed", revision: plan.publishes ? (last?.wanted ?? null) : null };
  } catch (error) {
    if (!isAlreadyIn(error)) throw understand(error);
    return { outcome: "already", revision: plan.publishes ? await revisionOf(ctx, plan.pageId) : null };
  }
}

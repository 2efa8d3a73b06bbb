import { atLeast, type Role } from "~/access/actor";
import { permit } from "~/access/permission";
import { readCursor, rowsPerPage } from "~/change/cursor";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type AuditFilter, type AuditTerm, auditList, auditNames, maxEntriesScanned } from "./queries/audit";

export type { AuditFilter, AuditTerm };

export interface ListedEntry {
  id: string;
  at: number;
  /** A name for people to read; null when it is no longer known. */
  actor: string | null;
  actorKind: string;
  /** Owner of a token. */
  tokenOwner: string | null;
  action: string;
  subjectKind: string;
  subjectId: string;
  /** Present title of an incident or maintenance. */
  subjectTitle: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface ListedEntries {
  entries: ListedEntry[];
  /** Cursor of the next page; null at the end. With a filter an answer may be short and still have a next page. */
  before: string | null;
  /** Names of what the entries refer to, by id. */
  names: Record<string, string>;
}

type AuditRow = Awaited<ReturnType<typeof auditList>>[number];

const facts = (text: string | null) => (text === null ? null : (JSON.parse(text) as Record<string, unknown>));

export const entryOf = (row: AuditRow): ListedEntry => ({
  id: row.id,
  at: row.at,
  actor: row.actorName,
  actorKind: row.actorKind,
  tokenOwner: row.tokenOwner,
  action: row.action,
  subjectKind: row.subjectKind,
  subjectId: row.subjectId,
  subjectTitle: row.subjectTitle,
  before: facts(row.before),
  after: facts(row.after),
});

/** Returns the cursor of the next page: after the last entry shown if there are more, else where the search stopped. */
export function nextCursor(rows: AuditRow[], shown: AuditRow[], more: boolean): string | null {
  const last = more ? shown.at(-1) : rows.find(({ place }) => place === maxEntriesScanned);
  return last ? `${last.at}.${last.id}` : null;
}

/** True for owners, who may read the texts of private notes that the log keeps after they are changed or deleted. */
export const readsNotes = (role: Role): boolean => atLeast(role, "owner");

/**
 * Lists the audit log of a page, newest first, 50 at a time; at most 1,000 entries are read for them. Two statements.
 */
export async function listAudit(
  ctx: Ctx,
  { pageId, before, ...filter }: { pageId: string; before?: string | undefined } & AuditFilter,
): Promise<Result<ListedEntries>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const listing = { ...filter, before: readCursor(before), limit: rowsPerPage + 2, withNotes: readsNotes(may.value) };
  const [rows, [known]] = await read(ctx, auditList(ctx, pageId, listing), auditNames(ctx, pageId));
  const fitting = rows.filter(({ fits }) => fits);
  const shown = fitting.slice(0, rowsPerPage);
  const names = JSON.parse(known?.names ?? "{}") as Record<string, string>;
  return ok({ entries: shown.map(entryOf), before: nextCursor(rows, shown, fitting.length > rowsPerPage), names });
}

import { isRoleAtLeast, type Role } from "~/access/actor";
import { permitRole } from "~/access/permission";
import { parseListCursor, rowsPerPage } from "~/change/cursor";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import {
  type AuditFilter,
  type AuditSearchTerm,
  auditListQuery,
  auditNamesOfPageQuery,
  maxEntriesScanned,
} from "./queries/audit";

export type { AuditFilter, AuditSearchTerm };

export interface AuditEntryView {
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

export interface ListedAuditEntries {
  entries: AuditEntryView[];
  /** Cursor of the next page; null at the end. With a filter an answer may be short and still have a next page. */
  before: string | null;
  /** Names of what the entries refer to, by id. */
  names: Record<string, string>;
}

type AuditRow = Awaited<ReturnType<typeof auditListQuery>>[number];

const facts = (text: string | null) => (text === null ? null : (JSON.parse(text) as Record<string, unknown>));

export const auditEntryViewOf = (row: AuditRow): AuditEntryView => ({
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
export function nextAuditCursor(rows: AuditRow[], shown: AuditRow[], more: boolean): string | null {
  const last = more ? shown.at(-1) : rows.find(({ place }) => place === maxEntriesScanned);
  return last ? `${last.at}.${last.id}` : null;
}

/** True for owners, who may read the texts of private notes that the log keeps after they are changed or deleted. */
export const mayReadNotes = (role: Role): boolean => isRoleAtLeast(role, "owner");

/** The place and the order of a part of the log. */
export interface AuditListPlace {
  /** Cursor of the part before it in this order; absent = from the start. */
  before?: string | undefined;
  /** Default: the newest first. */
  oldestFirst?: boolean | undefined;
}

/** Lists the audit log of a page, 50 at a time; at most 1,000 entries are read for them. Two statements. */
export async function listAudit(
  ctx: Ctx,
  { pageId, before, ...filter }: { pageId: string } & AuditListPlace & AuditFilter,
): Promise<Result<ListedAuditEntries>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const listing = {
    ...filter,
    before: parseListCursor(before),
    limit: rowsPerPage + 2,
    withNotes: mayReadNotes(may.value),
  };
  const [rows, [known]] = await readBatch(
    ctx,
    auditListQuery(ctx, pageId, listing),
    auditNamesOfPageQuery(ctx, pageId),
  );
  const fitting = rows.filter(({ fits }) => fits);
  const shown = fitting.slice(0, rowsPerPage);
  const names = JSON.parse(known?.names ?? "{}") as Record<string, string>;
  return ok({
    entries: shown.map(auditEntryViewOf),
    before: nextAuditCursor(rows, shown, fitting.length > rowsPerPage),
    names,
  });
}

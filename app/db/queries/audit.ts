import { and, desc, eq, gt, lt, or, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { auditEntry } from "../schema";

/** The entry of a commit that may have been sent before; no id, no row. */
export const priorCommit = ({ db }: Pick<Ctx, "db">, commitId: string | undefined) =>
  db
    .select({ subjectId: auditEntry.subjectId, pageId: auditEntry.pageId })
    .from(auditEntry)
    .where(eq(auditEntry.id, commitId ?? ""));

const actorName = sql<string | null>`CASE audit_entry.actor_kind
  WHEN 'token' THEN coalesce((SELECT t.name FROM api_token t WHERE t.id = audit_entry.actor_id), audit_entry.actor_id)
  WHEN 'machine' THEN (SELECT s.name FROM source s WHERE s.id = audit_entry.actor_id)
  ELSE (SELECT p.name FROM person p WHERE p.id = audit_entry.actor_id) END`;

/** Newest first; `before` = the last one already shown. */
export function auditList({ db }: Pick<Ctx, "db">, pageId: string, before: [number, string] | null, limit: number) {
  const older = before
    ? or(lt(auditEntry.at, before[0]), and(eq(auditEntry.at, before[0]), lt(auditEntry.id, before[1])))
    : undefined;
  return db
    .select({ row: auditEntry, actorName: actorName.as("actor_name") })
    .from(auditEntry)
    .where(and(eq(auditEntry.pageId, pageId), older))
    .orderBy(desc(auditEntry.at), desc(auditEntry.id))
    .limit(limit);
}

/** Commits whose id is this name and something after it. A range of the key, not a scan. */
export const commitsNamed = ({ db }: Pick<Ctx, "db">, name: string) =>
  db
    .select({ id: auditEntry.id })
    .from(auditEntry)
    .where(and(gt(auditEntry.id, `${name}-`), lt(auditEntry.id, `${name}.`)))
    .limit(2);

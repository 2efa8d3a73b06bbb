import { and, desc, eq } from "drizzle-orm";
import { monitorEvidenceTable } from "~/db/schema";
import { rowsStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { evidenceIntervalMs, type StoredEvidence } from "../rules/evidence";

interface EvidenceRow {
  monitorId: string;
  /** Start of the time down, in ms. */
  at: number;
  pageId: string;
  seen: StoredEvidence;
}

/**
 * Stores evidence as the first of its time down, or as the latest when a first exists. A flapping monitor gets a row
 * only after `evidenceIntervalMs`, or when the time down lasts that long.
 */
export const storeEvidenceStatements = (rows: readonly EvidenceRow[]): SqlStatement[] =>
  rows.length === 0
    ? []
    : [
        rowsStatement(
          `INSERT INTO monitor_evidence (monitor_id, at, page_id, first)
            SELECT j.value->>'$.monitorId', j.value->>'$.at', j.value->>'$.pageId', j.value->'$.seen' FROM json_each(?1) j
            WHERE j.value->>'$.seen.seenAt' >= (j.value->>'$.at') + ${evidenceIntervalMs} OR NOT EXISTS (SELECT 1 FROM monitor_evidence e WHERE e.monitor_id = j.value->>'$.monitorId'
              AND e.at < j.value->>'$.at' AND e.at > (j.value->>'$.at') - ${evidenceIntervalMs})
            ON CONFLICT (monitor_id, at) DO UPDATE SET last = excluded.first`,
          rows,
        ),
      ];

/** Returns a monitor's evidence, newest first. */
export const evidenceOfMonitorQuery = ({ db }: Pick<Ctx, "db">, pageId: string, monitorId: string, most: number) =>
  db
    .select()
    .from(monitorEvidenceTable)
    .where(and(eq(monitorEvidenceTable.monitorId, monitorId), eq(monitorEvidenceTable.pageId, pageId)))
    .orderBy(desc(monitorEvidenceTable.at))
    .limit(most);

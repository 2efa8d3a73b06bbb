import { and, desc, eq } from "drizzle-orm";
import { monitorEvidence } from "~/db/schema";
import { ofRows, type Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { evidenceApart, type KeptEvidence } from "../rules/evidence";

interface EvidenceRow {
  monitorId: string;
  /** Since when it is down, in ms. */
  at: number;
  pageId: string;
  seen: KeptEvidence;
}

/** The first of a time that it is down, or the latest where there is one; of one that flaps not each time, unless it lasts. */
export const keepEvidence = (rows: readonly EvidenceRow[]): Statement[] =>
  rows.length === 0
    ? []
    : [
        ofRows(
          `INSERT INTO monitor_evidence (monitor_id, at, page_id, first)
            SELECT j.value->>'$.monitorId', j.value->>'$.at', j.value->>'$.pageId', j.value->'$.seen' FROM json_each(?1) j
            WHERE j.value->>'$.seen.seenAt' >= (j.value->>'$.at') + ${evidenceApart} OR NOT EXISTS (SELECT 1 FROM monitor_evidence e WHERE e.monitor_id = j.value->>'$.monitorId'
              AND e.at < j.value->>'$.at' AND e.at > (j.value->>'$.at') - ${evidenceApart})
            ON CONFLICT (monitor_id, at) DO UPDATE SET last = excluded.first`,
          rows,
        ),
      ];

/** The newest of a monitor, newest first. */
export const evidenceOf = ({ db }: Pick<Ctx, "db">, pageId: string, monitorId: string, most: number) =>
  db
    .select()
    .from(monitorEvidence)
    .where(and(eq(monitorEvidence.monitorId, monitorId), eq(monitorEvidence.pageId, pageId)))
    .orderBy(desc(monitorEvidence.at))
    .limit(most);

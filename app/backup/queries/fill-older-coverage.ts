import type { SqlStatement } from "~/db/write";

/** Selects a rule whose source may give the component's status: a vendor's rule with status operational does not. */
const observingRule = `SELECT 1 FROM rule r JOIN rule_component c ON c.page_id = r.page_id AND c.rule_id = r.id JOIN source s ON s.id = r.source_id
  WHERE r.page_id = component.page_id AND c.component_id = component.id AND (c.status <> 'operational' OR s.kind <> 'vendor')`;

const hasSpoken = `s.unheard = 0
  AND NOT EXISTS (SELECT 1 FROM monitor m WHERE m.id = s.id AND m.state = 'new' AND s.silent_since IS NULL)`;

/** A source without a promised period is an observer only if no monitor or heartbeat of ours checks the component. */
const mayVouch = `(s.family <> 'source' OR s.heartbeat_seconds IS NOT NULL OR NOT EXISTS (${observingRule} AND s.family <> 'source'))`;

const keptByHand = "kept_by IS NULL AND (SELECT p.spoken_at FROM page p WHERE p.id = component.page_id) IS NOT NULL";

/**
 * Sets coverage after a restore of a file from before 0040_coverage, which has none: as that migration does for
 * existing rows (tests/laws/coverage-of-before compares the two). `spoken_at` must be set before.
 */
export const fillOlderCoverageStatements: SqlStatement[] = [
  "UPDATE source SET quiet_means_well = 1 WHERE family = 'source'",
  "UPDATE component SET coverage_since = created_at",
  `UPDATE component SET kept_by = 'watched' WHERE EXISTS (${observingRule})`,
  `UPDATE component SET coverage = NULL WHERE EXISTS (${observingRule} AND ${hasSpoken} AND ${mayVouch})`,
  `UPDATE component SET kept_by = 'manual', coverage = 'operational' WHERE ${keptByHand}`,
  "INSERT OR IGNORE INTO restating (page_id, until, due_at) SELECT id, open_day_at, unixepoch() * 1000 FROM page WHERE deleted_at IS NULL",
].map((sql) => ({ sql, params: [] }));

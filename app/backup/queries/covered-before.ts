import type { Statement } from "~/db/write";

/** Whatever of a rule may say of a component how it is: a vendor that leaves it as it is does not. */
const named = `SELECT 1 FROM rule r JOIN rule_component c ON c.page_id = r.page_id AND c.rule_id = r.id JOIN source s ON s.id = r.source_id
  WHERE r.page_id = component.page_id AND c.component_id = component.id AND (c.status <> 'operational' OR s.kind <> 'vendor')`;

const hasSpoken = `s.unheard = 0
  AND NOT EXISTS (SELECT 1 FROM monitor m WHERE m.id = s.id AND m.state = 'new' AND s.silent_since IS NULL)`;

/** A source without a promise counts only where nothing of ours looks. */
const counts = `(s.family <> 'source' OR s.heartbeat_seconds IS NOT NULL OR NOT EXISTS (${named} AND s.family <> 'source'))`;

const keptByHand = "kept_by IS NULL AND (SELECT p.spoken_at FROM page p WHERE p.id = component.page_id) IS NOT NULL";

/**
 * Files from before 0040_coverage do not say who vouches for a component: it is as that migration has it of rows that were
 * there. What people said on a page has to be known by then.
 */
export const coveredBefore: Statement[] = [
  "UPDATE source SET quiet_means_well = 1 WHERE family = 'source'",
  "UPDATE component SET coverage_since = created_at",
  `UPDATE component SET kept_by = 'watched' WHERE EXISTS (${named})`,
  `UPDATE component SET coverage = NULL WHERE EXISTS (${named} AND ${hasSpoken} AND ${counts})`,
  `UPDATE component SET kept_by = 'manual', coverage = 'operational' WHERE ${keptByHand}`,
  "INSERT OR IGNORE INTO restating (page_id, until, due_at) SELECT id, open_day_at, unixepoch() * 1000 FROM page WHERE deleted_at IS NULL",
].map((sql) => ({ sql, params: [] }));

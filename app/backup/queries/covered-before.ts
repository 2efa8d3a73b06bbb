import type { Statement } from "~/db/write";

/** A rule of which the source may say how the component is: a vendor that leaves it as it is does not. */
const observingRule = `SELECT 1 FROM rule r JOIN rule_component c ON c.page_id = r.page_id AND c.rule_id = r.id JOIN source s ON s.id = r.source_id
  WHERE r.page_id = component.page_id AND c.component_id = component.id AND (c.status <> 'operational' OR s.kind <> 'vendor')`;

const hasSpoken = `s.unheard = 0
  AND NOT EXISTS (SELECT 1 FROM monitor m WHERE m.id = s.id AND m.state = 'new' AND s.silent_since IS NULL)`;

/** A source without a promise vouches only where nothing of ours looks. */
const mayVouch = `(s.family <> 'source' OR s.heartbeat_seconds IS NOT NULL OR NOT EXISTS (${observingRule} AND s.family <> 'source'))`;

const keptByHand = "kept_by IS NULL AND (SELECT p.spoken_at FROM page p WHERE p.id = component.page_id) IS NOT NULL";

/**
 * Files from before 0040_coverage do not say who vouches for a component: it is as that migration has it of rows that were
 * there (tests/laws/coverage-of-before compares the two). Who has spoken on a page has to be known by then.
 */
export const coveredBefore: Statement[] = [
  "UPDATE source SET quiet_means_well = 1 WHERE family = 'source'",
  "UPDATE component SET coverage_since = created_at",
  `UPDATE component SET kept_by = 'watched' WHERE EXISTS (${observingRule})`,
  `UPDATE component SET coverage = NULL WHERE EXISTS (${observingRule} AND ${hasSpoken} AND ${mayVouch})`,
  `UPDATE component SET kept_by = 'manual', coverage = 'operational' WHERE ${keptByHand}`,
  "INSERT OR IGNORE INTO restating (page_id, until, due_at) SELECT id, open_day_at, unixepoch() * 1000 FROM page WHERE deleted_at IS NULL",
].map((sql) => ({ sql, params: [] }));

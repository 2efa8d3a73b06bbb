import type { SqlStatement } from "~/db/write";

/** Sources of rules that observe a component, as defined in `alerts/settling/rules/silence`. */
const observing = `FROM rule r JOIN rule_component c ON c.page_id = r.page_id AND c.rule_id = r.id JOIN source s ON s.id = r.source_id
  WHERE r.page_id = component.page_id AND c.component_id = component.id AND (c.status <> 'operational' OR s.kind <> 'vendor')`;
const isOurs = "s.family <> 'source'";
const promises = `(${isOurs} OR s.heartbeat_seconds IS NOT NULL)`;
const isTrusted = `(${promises} OR s.silence_hours IS NOT NULL OR s.quiet_means_well = 1)`;
/** A source without a heartbeat period counts only when no monitor or heartbeat of ours observes the component. */
const counts = `(${promises} OR NOT EXISTS (SELECT 1 ${observing} AND ${isOurs}))`;
const hasSpoken = `s.unheard = 0
  AND NOT EXISTS (SELECT 1 FROM monitor m WHERE m.id = s.id AND m.state = 'new' AND s.silent_since IS NULL)`;

/** Marks components as watched when rules that were just written let a source observe them, as settling would. */
export const nowWatched = (pageId: string, componentIds: readonly string[]): SqlStatement => ({
  sql: `UPDATE component SET kept_by = 'watched',
      coverage = iif(EXISTS (SELECT 1 ${observing} AND ${isTrusted} AND ${counts} AND ${hasSpoken}), NULL, 'no_data')
    WHERE page_id = ?1 AND id IN (SELECT value FROM json_each(?2)) AND EXISTS (SELECT 1 ${observing} AND ${isTrusted})`,
  params: [pageId, JSON.stringify(componentIds)],
});

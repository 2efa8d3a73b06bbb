/** @jsxImportSource ~/html */

import { isAnnouncementIncident, worstImpact } from "~/incidents/rules/impact";
import { stateLetterByImpact } from "~/status/state-letter";
import type { SnapshotIncident } from "../../rules/snapshot-document";
import type { RenderContext } from "./frame";
import { StateBadge } from "./state";

/** Shows the impact; nothing when it affected components without harming any. */
export function ImpactBadge({ frame, incident }: { frame: RenderContext; incident: SnapshotIncident }) {
  const impact = worstImpact(incident);
  if (impact === "none" && !isAnnouncementIncident(incident)) return null;
  return <StateBadge letter={stateLetterByImpact[impact]}>{frame.words.t(`impact.${impact}`)}</StateBadge>;
}

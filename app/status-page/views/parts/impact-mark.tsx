/** @jsxImportSource ~/html */

import { isAnnouncement, worstImpact } from "~/incidents/rules/impact";
import { letterOfImpact } from "~/status/state-letter";
import type { SnapshotIncident } from "../../rules/snapshot-document";
import type { Frame } from "./frame";
import { StateMark } from "./state";

/** Shows the impact; nothing when it affected components without harming any. */
export function ImpactMark({ frame, incident }: { frame: Frame; incident: SnapshotIncident }) {
  const impact = worstImpact(incident);
  if (impact === "none" && !isAnnouncement(incident)) return null;
  return <StateMark letter={letterOfImpact[impact]}>{frame.words.t(`impact.${impact}`)}</StateMark>;
}

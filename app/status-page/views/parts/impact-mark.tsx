/** @jsxImportSource ~/html */

import { impactTold, isAnnouncement } from "~/incidents/rules/impact";
import { letterOfImpact } from "~/status/state-letter";
import type { SnapshotIncident } from "../../rules/snapshot-document";
import type { Frame } from "./frame";
import { StateMark } from "./state";

/** How bad it is, or was; nothing where it touched components and harmed none. */
export function ImpactMark({ frame, incident }: { frame: Frame; incident: SnapshotIncident }) {
  const impact = impactTold(incident);
  if (impact === "none" && !isAnnouncement(incident)) return null;
  return <StateMark letter={letterOfImpact[impact]}>{frame.words.t(`impact.${impact}`)}</StateMark>;
}

import { effectiveStatus, type Status, type StatusByLayer, type StatusLayer, statusRank } from "~/status/status";
import { statusCausesOf } from "./status-cause";

/** The worse status that visitors see in place of the one that a person set, with the layers that give it. */
export interface OverridingStatus {
  status: Status;
  layers: StatusLayer[];
}

/** Returns what overrides a status that a person set; null when visitors see that one. */
export function overridingStatus(layers: StatusByLayer, set: Status): OverridingStatus | null {
  const status = effectiveStatus(layers);
  return statusRank(status) > statusRank(set) ? { status, layers: statusCausesOf(status, layers) } : null;
}

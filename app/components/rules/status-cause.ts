import { isUnmonitoredNow, type Status, type StatusByLayer, type StatusLayer, statusLayers } from "~/status/status";

/** Returns the layers that give a component its status; none when it is operational, or nothing monitors it. */
export function statusCausesOf(effective: Status, layers: StatusByLayer): StatusLayer[] {
  if (effective === "operational" || isUnmonitoredNow(layers)) return [];
  return statusLayers.filter((layer) => layers[layer] === effective);
}

import type { StatusByLayer } from "~/status/status";

/** The layers of a component that a source watches and that is operational. */
export const operationalLayers: StatusByLayer = {
  manual: null,
  observed: "operational",
  incident: null,
  maintenance: null,
  coverage: null,
};

import type { ImportOrigin } from "../contract/origin";
import type { OriginName } from "../rules/known-origins";

/** Every origin, one line each; a reader is loaded when it reads for the first time. */
export const originLoaderByName: Readonly<Record<OriginName, () => Promise<ImportOrigin>>> = {
  betterstack: async () => (await import("./betterstack")).betterstackOrigin,
  cachet: async () => (await import("./cachet")).cachetOrigin,
  csv: async () => (await import("./csv")).csvOrigin,
  cstate: async () => (await import("./cstate")).cstateOrigin,
  gatus: async () => (await import("./gatus")).gatusOrigin,
  healthchecks: async () => (await import("./healthchecks")).healthchecksOrigin,
  "incident-io": async () => (await import("./incident-io")).incidentIoOrigin,
  instatus: async () => (await import("./instatus")).instatusOrigin,
  kener: async () => (await import("./kener")).kenerOrigin,
  openstatus: async () => (await import("./openstatus")).openstatusOrigin,
  pingdom: async () => (await import("./pingdom")).pingdomOrigin,
  statuscake: async () => (await import("./statuscake")).statuscakeOrigin,
  statuspage: async () => (await import("./statuspage")).statuspageOrigin,
  upfront: async () => (await import("./upfront")).upfrontOrigin,
  upptime: async () => (await import("./upptime")).upptimeOrigin,
  "uptime-kuma": async () => (await import("./uptime-kuma")).uptimeKumaOrigin,
  uptimerobot: async () => (await import("./uptimerobot")).uptimerobotOrigin,
};

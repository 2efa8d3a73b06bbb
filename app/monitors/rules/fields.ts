import { withFieldWords } from "~/fields/field-words";
import type { Fields } from "~/fields/fields";
import { choiceSetField } from "~/fields/grouped-fields";
import { alertEffectFieldsWith } from "~/moving/rules/fields";
import { allowedCheckIntervalMinutes } from "~/plan/check-intervals";
import { checkRegions, probeContinents } from "./monitor";
import { maxCheckPlaces } from "./quorum";
import { fieldWords } from "./words/words";

/** Fields of a monitor, in the parts of its form; the settings of its kind come after the name. */
export const monitorNameField = withFieldWords(fieldWords, "monitor", {
  name: { kind: "line", required: true },
}) satisfies Fields;

/** The agent that checks it; empty when checks run here. */
export const monitorAgentField = withFieldWords(fieldWords, "monitor", {
  agentId: { kind: "pick" },
}) satisfies Fields;

export const checkIntervalField = withFieldWords(fieldWords, "monitor", {
  interval: { kind: "number", unit: "minutes", initial: 1, least: 1, most: 60, among: allowedCheckIntervalMinutes },
}) satisfies Fields;

/** Returns the interval field without intervals that are too short for the kind. */
export const checkIntervalFieldFrom = (least: number) => ({
  interval: { ...checkIntervalField.interval, among: allowedCheckIntervalMinutes.filter((each) => each >= least) },
});

export const checkTimingFields = withFieldWords(fieldWords, "monitor", {
  timeoutSeconds: { kind: "number", unit: "seconds", initial: 8, least: 1, most: 8 },
  retries: { kind: "number", unit: "tries", initial: 0, least: 0, most: 2 },
  inARow: { kind: "number", unit: "results", initial: 2, least: 1, most: 5 },
  degradedAboveMs: { kind: "number", unit: "milliseconds", initial: null, optional: true, least: 1, most: 8000 },
  slowerThanUsual: { kind: "decimal", initial: null, optional: true, least: 1.5, most: 10 },
}) satisfies Fields;

export const checkRegionsField = withFieldWords(fieldWords, "monitor", {
  regions: choiceSetField({ prefix: "region-", choices: checkRegions, initial: [], most: 3, narrow: true }),
}) satisfies Fields;

/** Continents field, for kinds that Globalping's probes can check. */
export const probeContinentsField = withFieldWords(fieldWords, "monitor", {
  continents: choiceSetField({ prefix: "continent-", choices: probeContinents, initial: [], most: 3, narrow: true }),
}) satisfies Fields;

export const quorumField = withFieldWords(fieldWords, "monitor", {
  agree: { kind: "number", unit: "places", initial: null, optional: true, least: 1, most: maxCheckPlaces },
}) satisfies Fields;

export const monitorAlertEffectFields = withFieldWords(
  fieldWords,
  "monitor",
  alertEffectFieldsWith({ hold: 120, resolveAfter: 300 }),
) satisfies Fields;

export const monitorMetadataFields = withFieldWords(fieldWords, "monitor", {
  dependsOn: { kind: "pick" },
  tags: { kind: "list", most: 10, longest: 30 },
  chartShown: { kind: "tick", initial: true },
}) satisfies Fields;

export const monitorFields = {
  ...monitorNameField,
  ...monitorAgentField,
  ...checkIntervalField,
  ...checkTimingFields,
  ...checkRegionsField,
  ...probeContinentsField,
  ...quorumField,
  ...monitorAlertEffectFields,
  ...monitorMetadataFields,
} as const satisfies Fields;

import { withWords } from "~/fields/field-words";
import type { Fields } from "~/fields/fields";
import { setField } from "~/fields/grouped-fields";
import { movingFields } from "~/moving/rules/fields";
import { intervals } from "~/plan/check-intervals";
import { continents, regions } from "./monitor";
import { maxPlaces } from "./quorum";
import { fieldWords } from "./words/words";

/** Fields of a monitor, in the parts of its form; the settings of its kind come after the name. */
export const monitorNameField = withWords(fieldWords, "monitor", {
  name: { kind: "line", required: true },
}) satisfies Fields;

/** The agent that checks it; empty when checks run here. */
export const agentField = withWords(fieldWords, "monitor", {
  agentId: { kind: "pick" },
}) satisfies Fields;

export const intervalField = withWords(fieldWords, "monitor", {
  interval: { kind: "number", unit: "minutes", initial: 1, least: 1, most: 60, among: intervals },
}) satisfies Fields;

/** Returns the interval field without intervals that are too short for the kind. */
export const intervalFieldFrom = (least: number) => ({
  interval: { ...intervalField.interval, among: intervals.filter((each) => each >= least) },
});

export const patienceFields = withWords(fieldWords, "monitor", {
  timeoutSeconds: { kind: "number", unit: "seconds", initial: 8, least: 1, most: 8 },
  retries: { kind: "number", unit: "tries", initial: 0, least: 0, most: 2 },
  inARow: { kind: "number", unit: "results", initial: 2, least: 1, most: 5 },
  degradedAboveMs: { kind: "number", unit: "milliseconds", initial: null, optional: true, least: 1, most: 8000 },
  slowerThanUsual: { kind: "decimal", initial: null, optional: true, least: 1.5, most: 10 },
}) satisfies Fields;

export const regionsField = withWords(fieldWords, "monitor", {
  regions: setField({ prefix: "region-", choices: regions, initial: [], most: 3, narrow: true }),
}) satisfies Fields;

/** Continents field, for kinds that Globalping's probes can check. */
export const continentsField = withWords(fieldWords, "monitor", {
  continents: setField({ prefix: "continent-", choices: continents, initial: [], most: 3, narrow: true }),
}) satisfies Fields;

export const agreeField = withWords(fieldWords, "monitor", {
  agree: { kind: "number", unit: "places", initial: null, optional: true, least: 1, most: maxPlaces },
}) satisfies Fields;

export const monitorMovingFields = withWords(
  fieldWords,
  "monitor",
  movingFields({ hold: 120, resolveAfter: 300 }),
) satisfies Fields;

export const belongingFields = withWords(fieldWords, "monitor", {
  dependsOn: { kind: "pick" },
  tags: { kind: "list", most: 10, longest: 30 },
  chartShown: { kind: "tick", initial: true },
}) satisfies Fields;

export const monitorFields = {
  ...monitorNameField,
  ...agentField,
  ...intervalField,
  ...patienceFields,
  ...regionsField,
  ...continentsField,
  ...agreeField,
  ...monitorMovingFields,
  ...belongingFields,
} as const satisfies Fields;

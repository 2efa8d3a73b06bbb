import { withFieldWords } from "~/fields/field-words";
import type { Fields } from "~/fields/fields";
import { fieldWords } from "./words/words";

/** Intervals at which an agent may report, in minutes. */
export const agentReportIntervals = [1, 2, 5, 10] as const;

/** Fields of an agent. */
export const agentFields = withFieldWords(fieldWords, "agent", {
  name: { kind: "line", required: true },
  every: { kind: "number", unit: "minutes", initial: 5, least: 1, most: 10, among: agentReportIntervals },
}) satisfies Fields;

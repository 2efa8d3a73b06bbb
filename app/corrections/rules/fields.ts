import { withFieldWords } from "~/fields/field-words";
import type { Fields } from "~/fields/fields";
import { fieldWords } from "./words/words";

/** Fields of a correction: the period in which a source's reports do not count, and why. */
export const correctionFields = withFieldWords(fieldWords, "correction", {
  sourceId: { kind: "pick" },
  startsAt: { kind: "moment", required: true },
  endsAt: { kind: "moment", required: true },
  reason: { kind: "line", required: true },
}) satisfies Fields;

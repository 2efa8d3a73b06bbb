import { withoutNamedSecrets } from "~/access/named-secrets";
import { isSecretFieldWithValue } from "~/access/secret-names";
import { redactionMask } from "~/access/strike-out";
import { mapTextsInRefusal, type Refusal } from "~/failures/refusal";
import type { ResponseEvidence, StoredEvidence } from "./evidence";

/** Returns a header's value as people may see it. */
export const redactHeaderValue = (name: string, value: string): string =>
  isSecretFieldWithValue(name, value) ? redactionMask : withoutNamedSecrets(value);

const struckAnswer = (answer: ResponseEvidence): ResponseEvidence => ({
  ...answer,
  headers: answer.headers.map(([name, value]): [string, string] => [name, redactHeaderValue(name, value)]),
  body: withoutNamedSecrets(answer.body),
});

const struckWords = (refusal: Refusal): Refusal => mapTextsInRefusal(refusal, (text) => withoutNamedSecrets(text));

/** Returns evidence without texts whose names mark them as secret. */
export const redactEvidence = (kept: StoredEvidence): StoredEvidence => ({
  ...kept,
  detail: struckWords(kept.detail),
  steps: kept.steps.map((step) => ({ ...step, title: struckWords(step.title), detail: struckWords(step.detail) })),
  ...(kept.answer ? { answer: struckAnswer(kept.answer) } : {}),
});

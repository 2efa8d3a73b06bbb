import { withoutNamedSecrets } from "~/access/named-secrets";
import { isSecretMember } from "~/access/secret-names";
import { struckOutText } from "~/access/strike-out";
import { type Refusal, withTexts } from "~/failures/refusal";
import type { KeptEvidence, ResponseEvidence } from "./evidence";

/** Returns a header's value as people may see it. */
export const struckHeader = (name: string, value: string): string =>
  isSecretMember(name, value) ? struckOutText : withoutNamedSecrets(value);

const struckAnswer = (answer: ResponseEvidence): ResponseEvidence => ({
  ...answer,
  headers: answer.headers.map(([name, value]): [string, string] => [name, struckHeader(name, value)]),
  body: withoutNamedSecrets(answer.body),
});

const struckWords = (refusal: Refusal): Refusal => withTexts(refusal, (text) => withoutNamedSecrets(text));

/** Returns evidence without texts whose names mark them as secret. */
export const struckEvidence = (kept: KeptEvidence): KeptEvidence => ({
  ...kept,
  detail: struckWords(kept.detail),
  steps: kept.steps.map((step) => ({ ...step, title: struckWords(step.title), detail: struckWords(step.detail) })),
  ...(kept.answer ? { answer: struckAnswer(kept.answer) } : {}),
});

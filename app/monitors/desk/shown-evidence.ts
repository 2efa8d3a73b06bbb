import { refusalText } from "~/i18n/refusal-text";
import type { CheckEvidenceView, EvidenceView } from "../evidence";
import { wordsIn } from "./words/words";

/** Returns an answer in parts, the body first, because servers describe their faults in it. */
function inParts({ status, headers, body }: NonNullable<CheckEvidenceView["answer"]>, language: string) {
  const { t } = wordsIn(language);
  const isHttp = status !== null;
  const told = isHttp ? [t("evidence.status", { status: String(status) })] : [];
  if (!body) told.push(t(isHttp ? "evidence.no_body" : "evidence.nothing_received"));
  const parts = [
    { name: t(isHttp ? "evidence.body" : "evidence.received"), text: body },
    { name: t("evidence.headers"), text: headers },
  ];
  return { told, parts: parts.filter(({ text }) => text) };
}

/**
 * Returns the evidence with its texts in the reader's language, for a loader, because browsers do not load the texts of
 * refusals.
 */
export function translateEvidence(all: readonly EvidenceView[], language: string) {
  const inWords = ({ detail, steps, answer, ...seen }: CheckEvidenceView) => ({
    ...seen,
    answer: answer && inParts(answer, language),
    detail: refusalText(detail, language),
    steps: steps.map((each) => ({
      ok: each.ok,
      title: refusalText(each.title, language),
      detail: refusalText(each.detail, language),
    })),
  });
  return all.map(({ at, first, last }) => ({ at, first: inWords(first), last: last && inWords(last) }));
}

export type TranslatedEvidence = ReturnType<typeof translateEvidence>[number];

import { refusalText } from "~/i18n/refusal-text";
import type { EvidenceView, SeenByCheck } from "~/usecases/monitors/evidence";

/** With its sentences in the reader's language: for a loader, as a browser has no words of refusals. */
export function shownEvidence(all: readonly EvidenceView[], language: string) {
  const inWords = ({ detail, steps, ...seen }: SeenByCheck) => ({
    ...seen,
    detail: refusalText(detail, language),
    steps: steps.map((each) => ({
      ok: each.ok,
      title: refusalText(each.title, language),
      detail: refusalText(each.detail, language),
    })),
  });
  return all.map(({ at, first, last }) => ({ at, first: inWords(first), last: last && inWords(last) }));
}

export type ShownEvidence = ReturnType<typeof shownEvidence>[number];

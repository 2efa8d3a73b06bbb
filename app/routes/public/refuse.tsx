/** @jsxImportSource ~/ui/html */
import { failureHeaders, statusOf } from "~/http/problem";
import { words } from "~/i18n/words";
import type { Failure } from "~/rules/failure";
import { type FailureKind, FailurePage } from "~/ui/public/failure-page";
import { print, respond } from "./respond";

const kindOf = (failure: Failure, archive: boolean): FailureKind => {
  if (failure.name === "gone") return "gone";
  if (failure.name === "overloaded") return archive ? "away" : "unknown";
  return "missing";
};

interface Surrounding {
  /** The front of the page, where there is one. */
  home: string | null;
  accent: string | null;
  language: string;
}

const nowhere: Surrounding = { home: null, accent: null, language: "en" };

/** Says no as a page. Without a surrounding page the answer is the same for every address, known or not. */
export async function refuse(request: Request, failure: Failure, around = nowhere): Promise<Response> {
  const kind = kindOf(failure, around.home !== null);
  const spoken = words(around.language);
  const head = {
    words: spoken,
    title: spoken.t(`failure.${kind}`),
    accent: around.accent,
    letter: "n" as const,
    noindex: true,
    canonical: null,
    about: "",
    feeds: [],
  };
  const printed = await print(head, <FailurePage words={spoken} kind={kind} home={around.home} />, null);
  return respond(request, printed, failureHeaders(failure), statusOf(failure));
}

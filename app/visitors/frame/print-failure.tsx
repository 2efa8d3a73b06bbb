/** @jsxImportSource ~/html */
import { failureHeaders, statusOf } from "~/http/problem";
import type { Reader } from "~/http/reader";
import { type Reading, readWords } from "~/i18n/words";
import type { Failure } from "~/rules/basics/failure";
import type { Theme } from "~/rules/basics/theme";
import { type FailureKind, FailurePage, headingOf } from "./failure-page";
import { print, respond } from "./respond";

/** The shape of a slug, whether or not there is such a page. */
export const isSlug = (text: string): boolean => /^[a-z0-9][a-z0-9-]{1,39}$/.test(text);

const kindOf = (failure: Failure, archive: boolean): FailureKind => {
  if (failure.name === "gone" || failure.name === "limited") return failure.name;
  if (failure.name === "overloaded") return archive ? "away" : "unknown";
  return "missing";
};

interface Surrounding {
  /** The front of the page, where there is one. */
  home: string | null;
  /** Where a passphrase is typed; null where the page at hand is open already. */
  unlock: string | null;
  accent: string | null;
  language: string;
  theme?: Theme | null;
}

/**
 * The surrounding of an address without a page, or with one that is not for this reader: of its slug, known or not, and
 * of what the request itself says.
 */
export const nowhere = (slug: string | null, hostPage = false, reader: Partial<Reader> = {}): Surrounding => ({
  home: null,
  accent: null,
  language: reader.language ?? "en",
  theme: reader.theme ?? null,
  unlock: hostPage ? "/unlock" : slug && isSlug(slug) ? `/${slug}/unlock` : null,
});

/** Of what stands in the place of a page: it says nothing of any page, and nobody finds it. */
export const headOfNoPage = {
  letter: "n" as const,
  noindex: true,
  canonical: null,
  about: "",
  feeds: [],
  icon: null,
};

/** Says no as a page. Without a surrounding page the answer is the same for every address, known or not. */
export async function printFailure(
  { request, ctx }: { request: Request; ctx: Reading },
  failure: Failure,
  around = nowhere(null),
): Promise<Response> {
  const kind = kindOf(failure, around.home !== null);
  const spoken = await readWords(ctx, around.language, "front");
  const heading = headingOf(spoken, kind, failure.name === "limited" ? failure.retryAfter * 1000 : 0);
  const head = {
    words: spoken,
    title: heading,
    accent: around.accent,
    theme: around.theme ?? null,
    ...headOfNoPage,
  };
  const printed = await print(
    head,
    <FailurePage words={spoken} kind={kind} heading={heading} home={around.home} unlock={around.unlock} />,
    null,
  );
  return respond(request, printed, failureHeaders(failure), statusOf(failure));
}

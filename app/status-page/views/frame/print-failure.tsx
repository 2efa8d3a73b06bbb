/** @jsxImportSource ~/html */

import type { Failure } from "~/failures/failure";
import type { RequestCall } from "~/http/call";
import { isSafe } from "~/http/guard";
import { type MarkedFailure, toldFailureOf } from "~/http/page-failure";
import { type Reader, readerOf } from "~/http/reader";
import { readWords, type WordReading, type Words } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import type { Theme } from "~/text/theme";
import { seeInMemory, seePage } from "../../see";
import { type FailureKind, FailurePage, headingOf } from "./failure-page";
import { print, respond } from "./respond";

/** Returns true for a text in the form of a slug, whether or not there is such a page. */
export const isSlug = (text: string): boolean => /^[a-z0-9][a-z0-9-]{1,39}$/.test(text);

/** The kind for a request that could not be read. */
const unread = (around: Pick<FailurePageContext, "home">): FailureKind => (around.home !== null ? "away" : "unknown");

/** Failures that are not listed here are shown as an unknown page. */
const kinds: Partial<Record<MarkedFailure["name"], FailureKind>> = {
  gone: "gone",
  limited: "limited",
  forbidden: "foreign",
  too_large: "large",
  unsupported: "unreadable",
  malformed: "unreadable",
  invalid: "unreadable",
  method: "method",
  misdirected: "host",
  defect: "defect",
};

function kindOf(name: MarkedFailure["name"], request: Request, around: Pick<FailurePageContext, "home">): FailureKind {
  if (name === "overloaded") return isSafe(request.method) ? unread(around) : "unsent";
  return kinds[name] ?? "missing";
}

interface FailurePageContext {
  /** The page's front; null when there is none. */
  home: string | null;
  /** The address where a passphrase is entered; null when the page is open already. */
  unlock: string | null;
  /** The address of the form that was refused. */
  form?: string;
  accent: string | null;
  language: string;
  theme?: Theme | null;
}

/**
 * Returns the surrounding of an address without a page, or with one that this reader may not see. It uses only the
 * slug, known or not, and the request itself.
 */
export const contextWithoutPage = (
  slug: string | null,
  hostPage = false,
  reader: Partial<Reader> = {},
): FailurePageContext => ({
  home: null,
  accent: null,
  language: reader.language ?? "en",
  theme: reader.theme ?? null,
  unlock: hostPage ? "/unlock" : slug && isSlug(slug) ? `/${slug}/unlock` : null,
});

/** The head of an answer without a page: it reveals nothing of any page, and is not indexed. */
export const headOfNoPage = {
  letter: "n" as const,
  noindex: true,
  canonical: null,
  about: "",
  feeds: [],
  icon: null,
};

/** Shows a failure as a page. Without a surrounding page the answer is the same for every address, known or not. */
export async function printFailure(
  { request, ctx }: { request: Request; ctx: WordReading },
  failure: Failure,
  around = contextWithoutPage(null),
): Promise<Response> {
  return printTold({ request, ctx }, toldFailureOf(failure), around);
}

const waitOf = ({ headers }: MarkedFailure) => Number(headers["retry-after"] ?? 0) * 1000;

/** Returns the kind and heading of a failure below a page that the reader may see. */
export function failureWithin(words: Words, told: MarkedFailure, request: Request, home: string) {
  const kind = kindOf(told.name, request, { home });
  return { kind, heading: headingOf(words, kind, waitOf(told)) };
}

async function printTold(
  { request, ctx }: { request: Request; ctx: WordReading },
  told: MarkedFailure,
  around: FailurePageContext,
): Promise<Response> {
  const { name, status, headers } = told;
  const kind = kindOf(name, request, around);
  const words = await readWords(ctx, around.language, "front");
  const heading = headingOf(words, kind, waitOf(told));
  const head = { words, title: heading, accent: around.accent, theme: around.theme ?? null, ...headOfNoPage };
  const printed = await print(head, <FailurePage words={words} kind={kind} heading={heading} around={around} />, null);
  const answer = respond(request, printed, headers, status);
  return request.method === "HEAD" ? new Response(null, answer) : answer;
}

/** After these failures nothing more is read. */
const unasked: readonly MarkedFailure["name"][] = ["overloaded", "limited", "defect"];

/** Returns the language of a public page; a private one is treated like an unknown one. */
async function pageLanguage(ctx: Ctx, slug: string, { name }: MarkedFailure): Promise<string | null> {
  if (!isSlug(slug)) return null;
  if (unasked.includes(name)) return seeInMemory({ slug }, ctx.now())?.snapshot.page.language ?? null;
  const seen = await seePage(ctx, { slug });
  return seen.ok ? seen.value.snapshot.page.language : null;
}

/**
 * Answers requests refused before routing: in the reader's language, else in the page's, with a link back to the form.
 */
export async function refuseVisitor(
  { request, url, ctx, hostPage }: RequestCall,
  told: MarkedFailure,
): Promise<Response> {
  const [, slug = ""] = url.pathname.split("/");
  const { pathname, search } = new URL(request.url);
  const reader = readerOf(request, ctx.config.origin);
  const language = reader.language ?? (await pageLanguage(ctx, slug, told));
  const around = contextWithoutPage(slug, hostPage, { ...reader, language });
  // With two leading slashes it would be another site's address.
  const form = `${pathname.replace(/^\/+/, "/")}${search}`;
  return printTold({ request, ctx }, told, { ...around, form });
}

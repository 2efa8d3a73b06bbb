/** @jsxImportSource ~/html */

import type { Failure } from "~/failures/failure";
import type { RequestContext } from "~/http/call";
import { type FormTokenSigner, makeCsrfToken } from "~/http/cross-site";
import { isSafeMethod } from "~/http/guard";
import { type VisitorFailure, visitorFailureOf } from "~/http/page-failure";
import { type ReaderSettings, readerSettingsOf } from "~/http/reader";
import { type CatalogueReader, readWords, type Words } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import type { Theme } from "~/text/theme";
import { findCachedVisiblePage, readVisiblePage } from "../../see";
import type { UnlockFormFacts } from "../parts/unlock-form";
import { type FailureKind, FailurePage, failureHeading } from "./failure-page";
import { printedPageResponse, renderPublicPage } from "./respond";

/** Returns true for a text in the form of a slug, whether or not there is such a page. */
export const isPageSlug = (text: string): boolean => /^[a-z0-9][a-z0-9-]{1,39}$/.test(text);

/** The kind for a request that could not be read. */
const unread = (around: Pick<FailurePageContext, "home">): FailureKind => (around.home !== null ? "away" : "unknown");

/** Failures that are not listed here are shown as an unknown page. */
const kinds: Partial<Record<VisitorFailure["name"], FailureKind>> = {
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

function kindOf(name: VisitorFailure["name"], request: Request, around: Pick<FailurePageContext, "home">): FailureKind {
  if (name === "overloaded") return isSafeMethod(request.method) ? unread(around) : "unsent";
  return kinds[name] ?? "missing";
}

type UnlockAddresses = Omit<UnlockFormFacts, "token">;

/** Members sign in by way of the page of the form: an address without a page names nothing of management. */
const unlockAddressesOf = (prefix: string, hostPage: boolean): UnlockAddresses => ({
  action: `${prefix}/unlock`,
  signIn: hostPage ? null : `${prefix}/unlock`,
});

interface FailurePageContext {
  /** The page's front; null when there is none. */
  home: string | null;
  /** The addresses of the form for a passphrase; null where there is no page to open. */
  unlock: UnlockAddresses | null;
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
export const failureContextWithoutPage = (
  slug: string | null,
  hostPage = false,
  reader: Partial<ReaderSettings> = {},
): FailurePageContext => ({
  home: null,
  accent: null,
  language: reader.language ?? "en",
  theme: reader.theme ?? null,
  unlock: hostPage || (slug && isPageSlug(slug)) ? unlockAddressesOf(hostPage ? "" : `/${slug}`, hostPage) : null,
});

/** The head of an answer without a page: it reveals nothing of any page, and is not indexed. */
export const documentHeadWithoutPage = {
  letter: "n" as const,
  noindex: true,
  canonical: null,
  about: "",
  feeds: [],
  icon: null,
};

interface FailedRequest {
  request: Request;
  ctx: CatalogueReader & FormTokenSigner;
}

/** Shows a failure as a page. Without a surrounding page the response is the same for every address, known or not. */
export async function failurePageResponse(
  { request, ctx }: FailedRequest,
  failure: Failure,
  around = failureContextWithoutPage(null),
): Promise<Response> {
  return printTold({ request, ctx }, visitorFailureOf(failure), around);
}

const waitOf = ({ headers }: VisitorFailure) => Number(headers["retry-after"] ?? 0) * 1000;

/** Returns the kind and heading of a failure below a page that the reader may see. */
export function failureKindAndHeading(words: Words, told: VisitorFailure, request: Request, home: string) {
  const kind = kindOf(told.name, request, { home });
  return { kind, heading: failureHeading(words, kind, waitOf(told)) };
}

async function printTold(
  { request, ctx }: FailedRequest,
  told: VisitorFailure,
  around: FailurePageContext,
): Promise<Response> {
  const { name, status, headers } = told;
  const kind = kindOf(name, request, around);
  const words = await readWords(ctx, around.language, "front");
  const heading = failureHeading(words, kind, waitOf(told));
  const { unlock: addresses } = around;
  const unlock = addresses && kind === "missing" ? { ...addresses, token: await makeCsrfToken(ctx) } : null;
  const head = {
    words,
    title: unlock === null ? heading : words.t("unlock.private"),
    form: unlock !== null,
    accent: around.accent,
    theme: around.theme ?? null,
    ...documentHeadWithoutPage,
  };
  const printed = await renderPublicPage(
    head,
    <FailurePage words={words} kind={kind} heading={heading} around={around} unlock={unlock} />,
    null,
  );
  const answer = printedPageResponse(request, printed, headers, status);
  return request.method === "HEAD" ? new Response(null, answer) : answer;
}

/** After these failures nothing more is read. */
const unasked: readonly VisitorFailure["name"][] = ["overloaded", "limited", "defect"];

/** Returns the language of a public page; a private page is treated like an unknown one. */
async function pageLanguage(ctx: Ctx, slug: string, { name }: VisitorFailure): Promise<string | null> {
  if (!isPageSlug(slug)) return null;
  if (unasked.includes(name)) return findCachedVisiblePage({ slug }, ctx.now())?.snapshot.page.language ?? null;
  const seen = await readVisiblePage(ctx, { slug });
  return seen.ok ? seen.value.snapshot.page.language : null;
}

/**
 * Responds to requests that were refused before routing, in the reader's language or else the page's, with a link back
 * to the form.
 */
export async function refusedVisitorResponse(
  { request, url, ctx, hostPage }: RequestContext,
  told: VisitorFailure,
): Promise<Response> {
  const [, slug = ""] = url.pathname.split("/");
  const { pathname, search } = new URL(request.url);
  const reader = readerSettingsOf(request, ctx.config.origin);
  const language = reader.language ?? (await pageLanguage(ctx, slug, told));
  const around = failureContextWithoutPage(slug, hostPage, { ...reader, language });
  // With two leading slashes it would be another site's address.
  const form = `${pathname.replace(/^\/+/, "/")}${search}`;
  return printTold({ request, ctx }, told, { ...around, form });
}

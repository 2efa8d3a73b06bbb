import { type HeadersFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { recordSecurityEvent } from "~/audit/security/security-event";
import type { Failure } from "~/failures/failure";
import { clientAddressOf } from "~/http/client-address";
import type { RouteGuard } from "~/http/guard";
import { toSafeNextPath } from "~/http/next-path";
import { failureHeaders, failureHttpStatus } from "~/http/problem";
import { readerSettingsCookieHeader, readReaderSettingsCookie } from "~/http/reader";
import { deskLanguages, isDeskLanguage } from "~/i18n/desk-language";
import { languageNames, languageOrEnglish } from "~/i18n/languages";
import { durationInUnitsText } from "~/i18n/length";
import { ProviderButtons } from "~/providers/desk/provider-buttons";
import { listProvidersForSignIn } from "~/providers/verbs";
import { type DeskRequest, deskHandler } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { useFormState } from "~/ui/parts/form";
import { PageHead } from "~/ui/parts/list";
import {
  formAgainResponse,
  formErrorsResponse,
  formFailureResponse,
  type PostedForm,
  readPostedForm,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { beginPasskeySignIn } from "../../passkeys/begin";
import { signInByPasskey } from "../../passkeys/sign-in";
import { requestSignIn } from "../../request-sign-in";
import { readSignInMethods, signInLinkCommand } from "../../sign-in-ways";
import { knownBrowserText } from "./browser-words";
import { passkeyCeremonyMark } from "./ceremony-mark";
import { readDeviceCookieValue } from "./device-cookie";
import { findPathAfterSignIn, signInResponse } from "./enter-with-proof";
import { LanguageForm } from "./language-form";
import { parseSignInRequestCookie, signInRequestCookieHeader } from "./request-cookie";
import { SignInEmailForm } from "./sign-in-form";
import { ConsoleSignInFold, MailTroubleBanner, PasskeySignInSection } from "./sign-in-parts";
import { readProviderSignInMark } from "./trip-cookie";
import { useDraftRemovalOnSignOut } from "./use-signed-out";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { hydrate: true, guard: { kind: "token-link" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.sign_in");

/** Passes on when a form that was sent too often may be sent again. */
export const headers: HeadersFunction = ({ actionHeaders, parentHeaders }) => {
  const wait = actionHeaders.get("retry-after");
  return wait === null ? parentHeaders : new Headers({ "Retry-After": wait });
};

const withNext = (path: string, next: string) => `${path}?next=${encodeURIComponent(next)}`;
const nextOf = ({ url }: DeskRequest) => toSafeNextPath(url.searchParams.get("next"));

const offered = async ({ ctx, language }: DeskRequest) => ({
  ways: await readSignInMethods(ctx),
  providers: await listProvidersForSignIn(ctx),
  command: signInLinkCommand(ctx),
  languages: {
    chosen: languageOrEnglish(language),
    choices: deskLanguages.map((value) => ({ value, label: languageNames[value] })),
  },
});

/** A signed-in person is sent to the requested page, unless they are to confirm who they are. */
export const loader = deskHandler(async (desk) => {
  const next = nextOf(desk);
  const again = desk.url.searchParams.has("again");
  const { actor } = desk.ctx;
  if (actor.kind === "person" && !again) throw redirect(await findPathAfterSignIn(desk, actor.id, next), 303);
  return { action: `${withNext("/manage/sign-in", next)}${again ? "&again" : ""}`, next, ...(await offered(desk)) };
});

/** Says beside the field that the network asked too often; the other ways to sign in are on the same page. */
function refuseMail({ language }: DeskRequest, posted: PostedForm, failure: Failure) {
  if (failure.name !== "limited") return formFailureResponse(posted, failure);
  const length = durationInUnitsText(60 * Math.ceil(failure.retryAfter / 60), language);
  const errors = { address: wordsIn(language).t("email.limited", { length }) };
  return formAgainResponse(
    posted,
    {},
    { errors, status: failureHttpStatus(failure), headers: failureHeaders(failure) },
  );
}

/** Gives the same response for every address, so that it does not reveal which addresses have an account. */
async function mailLink(desk: DeskRequest, posted: PostedForm) {
  const { ctx, request } = desk;
  const asked = await requestSignIn(ctx, {
    address: readPostedText(posted.fields, "address"),
    from: clientAddressOf(request),
    browser: knownBrowserText(request.headers.get("user-agent")),
    request: parseSignInRequestCookie(request, ctx.config.origin)?.request ?? null,
    device: readDeviceCookieValue(request, ctx.config.origin),
  });
  if (!asked.ok) return refuseMail(desk, posted, asked.failure);
  const next = nextOf(desk);
  const headers = { "Set-Cookie": signInRequestCookieHeader(ctx.config.origin, asked.value.request, next) };
  return redirect(withNext("/manage/sign-in/code", next), { status: 303, headers });
}

async function askForPasskey(desk: DeskRequest, posted: PostedForm) {
  const { mark, headers } = passkeyCeremonyMark(desk);
  const asked = await beginPasskeySignIn(desk.ctx, { from: clientAddressOf(desk.request), mark });
  if (!asked.ok) return formFailureResponse(posted, asked.failure);
  return formAgainResponse(posted, { ceremony: { kind: "sign-in", options: asked.value } }, { headers });
}

async function enterByPasskey(desk: DeskRequest, posted: PostedForm) {
  const userAgent = desk.request.headers.get("user-agent");
  const mark = readProviderSignInMark(desk.request, desk.ctx.config.origin);
  const device = readDeviceCookieValue(desk.request, desk.ctx.config.origin);
  const credential = readPostedText(posted.fields, "credential");
  const done = await signInByPasskey(desk.ctx, { credential, userAgent, mark, device });
  if (!done.ok) {
    recordSecurityEvent(desk.ctx, "bad_passkey", { from: clientAddressOf(desk.request) });
    return formFailureResponse(posted, done.failure);
  }
  return signInResponse(desk, { kind: "session", ...done.value }, nextOf(desk));
}

/** Keeps the language beside this browser's other choices. */
async function chooseLanguage(desk: DeskRequest, posted: PostedForm) {
  const { origin } = desk.ctx.config;
  const language = readPostedText(posted.fields, "language");
  if (!isDeskLanguage(language))
    return formErrorsResponse(posted, { language: wordsIn(desk.language).t("language.unknown") });
  const headers = {
    "Set-Cookie": readerSettingsCookieHeader(origin, { ...readReaderSettingsCookie(desk.request, origin), language }),
  };
  return redirect(withNext("/manage/sign-in", nextOf(desk)), { status: 303, headers });
}

const acts: Record<string, (desk: DeskRequest, posted: PostedForm) => Promise<unknown>> = {
  address: mailLink,
  "passkey-begin": askForPasskey,
  "passkey-finish": enterByPasskey,
  language: chooseLanguage,
};

export const action = deskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const act = Object.hasOwn(acts, posted.intent) ? acts[posted.intent] : undefined;
  return act ? act(desk, posted) : unknownFormResponse(posted);
});

export default function SignInPage() {
  const { action, next, ways, providers, languages, command } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const mails = ways.mail === "works";
  const asked = useFormState("address") !== null;
  useDraftRemovalOnSignOut();
  const byMail = <SignInEmailForm key="mail" action={action} look={mails ? "primary" : "quiet"} />;
  const byPasskey = (
    <PasskeySignInSection key="passkey" action={action} ways={ways} look={mails ? "quiet" : "primary"} />
  );
  return (
    <ManagementShell narrow>
      <PageHead title={t("page.sign_in")} note={t("page.about")} />
      <MailTroubleBanner mail={ways.mail} />
      {mails ? [byMail, byPasskey] : [byPasskey, ways.mail === "failing" || asked ? byMail : null]}
      <ProviderButtons providers={providers} next={next} />
      <ConsoleSignInFold open={!mails} command={command} />
      <LanguageForm action={action} languages={languages} />
    </ManagementShell>
  );
}

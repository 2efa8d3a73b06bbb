import { type HeadersFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { securityEvent } from "~/audit/security/security-event";
import type { Failure } from "~/failures/failure";
import { clientAddressOf } from "~/http/client-address";
import type { RouteGuard } from "~/http/guard";
import { safeNext } from "~/http/next-path";
import { failureHeaders, statusOf } from "~/http/problem";
import { choicesOf, readingCookie } from "~/http/reader";
import { deskLanguages, isDeskLanguage } from "~/i18n/desk-language";
import { languageFor, languageNames } from "~/i18n/languages";
import { lengthText } from "~/i18n/length";
import { ProviderButtons } from "~/providers/desk/provider-buttons";
import { providersForSignIn } from "~/providers/verbs";
import { type Desk, onDesk } from "~/ui/frame/desk";
import { Shell } from "~/ui/frame/shell";
import { translatedPageTitle } from "~/ui/frame/title";
import { useFormState } from "~/ui/parts/form";
import { PageHead } from "~/ui/parts/list";
import {
  type PostedForm,
  readPostedForm,
  refuseUnknown,
  showAgain,
  showErrors,
  showFailure,
  typedText,
} from "~/ui/parts/posted-form";
import { beginPasskeySignIn } from "../../passkeys/begin";
import { signInByPasskey } from "../../passkeys/sign-in";
import { requestSignIn } from "../../request-sign-in";
import { linkCommand, signInWays } from "../../sign-in-ways";
import { knownBrowser } from "./browser-words";
import { ceremonyMark } from "./ceremony-mark";
import { deviceMarkIn } from "./device-cookie";
import { enterWith, startOf } from "./enter-with-proof";
import { LanguageForm } from "./language-form";
import { requestCookie, signInRequestIn } from "./request-cookie";
import { AddressForm } from "./sign-in-form";
import { ConsoleFold, MailTrouble, PasskeySignIn } from "./sign-in-parts";
import { tripMarkIn } from "./trip-cookie";
import { useSignedOut } from "./use-signed-out";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { hydrate: true, guard: { kind: "token-link" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.sign_in");

/** Passes on when a form that was sent too often may be sent again. */
export const headers: HeadersFunction = ({ actionHeaders, parentHeaders }) => {
  const wait = actionHeaders.get("retry-after");
  return wait === null ? parentHeaders : new Headers({ "Retry-After": wait });
};

const withNext = (path: string, next: string) => `${path}?next=${encodeURIComponent(next)}`;
const nextOf = ({ url }: Desk) => safeNext(url.searchParams.get("next"));

const offered = async ({ ctx, language }: Desk) => ({
  ways: await signInWays(ctx),
  providers: await providersForSignIn(ctx),
  command: linkCommand(ctx),
  languages: {
    chosen: languageFor(language),
    choices: deskLanguages.map((value) => ({ value, label: languageNames[value] })),
  },
});

/** A signed-in person is sent to the requested page, unless they are to confirm who they are. */
export const loader = onDesk(async (desk) => {
  const next = nextOf(desk);
  const again = desk.url.searchParams.has("again");
  const { actor } = desk.ctx;
  if (actor.kind === "person" && !again) throw redirect(await startOf(desk, actor.id, next), 303);
  return { action: `${withNext("/manage/sign-in", next)}${again ? "&again" : ""}`, next, ...(await offered(desk)) };
});

/** Says beside the field that the network asked too often; the other ways to sign in are on the same page. */
function refuseMail({ language }: Desk, posted: PostedForm, failure: Failure) {
  if (failure.name !== "limited") return showFailure(posted, failure);
  const length = lengthText(60 * Math.ceil(failure.retryAfter / 60), language);
  const errors = { address: wordsIn(language).t("email.limited", { length }) };
  return showAgain(posted, {}, { errors, status: statusOf(failure), headers: failureHeaders(failure) });
}

/** Gives one answer for every address, so that it does not reveal which have an account. */
async function mailLink(desk: Desk, posted: PostedForm) {
  const { ctx, request } = desk;
  const asked = await requestSignIn(ctx, {
    address: typedText(posted.fields, "address"),
    from: clientAddressOf(request),
    browser: knownBrowser(request.headers.get("user-agent")),
    request: signInRequestIn(request, ctx.config.origin)?.request ?? null,
    device: deviceMarkIn(request, ctx.config.origin),
  });
  if (!asked.ok) return refuseMail(desk, posted, asked.failure);
  const next = nextOf(desk);
  const headers = { "Set-Cookie": requestCookie(ctx.config.origin, asked.value.request, next) };
  return redirect(withNext("/manage/sign-in/code", next), { status: 303, headers });
}

async function askForPasskey(desk: Desk, posted: PostedForm) {
  const { mark, headers } = ceremonyMark(desk);
  const asked = await beginPasskeySignIn(desk.ctx, { from: clientAddressOf(desk.request), mark });
  if (!asked.ok) return showFailure(posted, asked.failure);
  return showAgain(posted, { ceremony: { kind: "sign-in", options: asked.value } }, { headers });
}

async function enterByPasskey(desk: Desk, posted: PostedForm) {
  const userAgent = desk.request.headers.get("user-agent");
  const mark = tripMarkIn(desk.request, desk.ctx.config.origin);
  const device = deviceMarkIn(desk.request, desk.ctx.config.origin);
  const credential = typedText(posted.fields, "credential");
  const done = await signInByPasskey(desk.ctx, { credential, userAgent, mark, device });
  if (!done.ok) {
    securityEvent(desk.ctx, "bad_passkey", { from: clientAddressOf(desk.request) });
    return showFailure(posted, done.failure);
  }
  return enterWith(desk, { kind: "session", ...done.value }, nextOf(desk));
}

/** Keeps the language beside this browser's other choices. */
async function chooseLanguage(desk: Desk, posted: PostedForm) {
  const { origin } = desk.ctx.config;
  const language = typedText(posted.fields, "language");
  if (!isDeskLanguage(language)) return showErrors(posted, { language: wordsIn(desk.language).t("language.unknown") });
  const headers = { "Set-Cookie": readingCookie(origin, { ...choicesOf(desk.request, origin), language }) };
  return redirect(withNext("/manage/sign-in", nextOf(desk)), { status: 303, headers });
}

const acts: Record<string, (desk: Desk, posted: PostedForm) => Promise<unknown>> = {
  address: mailLink,
  "passkey-begin": askForPasskey,
  "passkey-finish": enterByPasskey,
  language: chooseLanguage,
};

export const action = onDesk(async (desk) => {
  const posted = await readPostedForm(desk);
  const act = Object.hasOwn(acts, posted.intent) ? acts[posted.intent] : undefined;
  return act ? act(desk, posted) : refuseUnknown(posted);
});

export default function SignIn() {
  const { action, next, ways, providers, languages, command } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const mails = ways.mail === "works";
  const asked = useFormState("address") !== null;
  useSignedOut();
  const byMail = <AddressForm key="mail" action={action} look={mails ? "primary" : "quiet"} />;
  const byPasskey = <PasskeySignIn key="passkey" action={action} ways={ways} look={mails ? "quiet" : "primary"} />;
  return (
    <Shell narrow>
      <PageHead title={t("page.sign_in")} note={t("page.about")} />
      <MailTrouble mail={ways.mail} />
      {mails ? [byMail, byPasskey] : [byPasskey, ways.mail === "failing" || asked ? byMail : null]}
      <ProviderButtons providers={providers} next={next} />
      <ConsoleFold open={!mails} command={command} />
      <LanguageForm action={action} languages={languages} />
    </Shell>
  );
}

import { data, type HeadersFunction, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sessionCookieHeader } from "~/auth/session-cookie";
import { clientAddressOf } from "~/http/client-address";
import type { RouteGuard } from "~/http/guard";
import { signInPath, toSafeNextPath } from "~/http/next-path";
import { throwFailureResponse } from "~/http/page-failure";
import { ProviderTroubleText } from "~/providers/desk/provider-trouble";
import { type DeskRequest, deskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { ButtonLink } from "~/ui/parts/button";
import { PageHead } from "~/ui/parts/list";
import { isCheckboxTicked, readPostedForm, readPostedText } from "~/ui/parts/posted-form";
import { startProviderSignIn } from "../../go-to-provider";
import { finishProviderSignIn, type ProviderSignInResult } from "../../sign-in-by-provider";
import { deviceCookieHeader, readDeviceCookieValue } from "./device-cookie";
import { findPathAfterSignIn } from "./enter-with-proof";
import { expiredProviderSignInCookieHeader, providerSignInCookieHeader, readProviderSignInMark } from "./trip-cookie";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "token-link" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.sign_in");

/** Passes on the cookies and location of a form's answer. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders ?? new Headers();

type ProviderTroubleResult = Extract<ProviderSignInResult, { kind: "trouble" }>;

const statuses: Partial<Record<ProviderTroubleResult["trouble"], number>> = {
  over: 410,
  elsewhere: 409,
  taken: 409,
  signed_out: 401,
  away: 502,
  client: 502,
  clock: 502,
  untrusted: 502,
};

function shown({ trouble, provider, connecting, next }: ProviderTroubleResult) {
  const back = connecting ? "/manage/account" : signInPath(toSafeNextPath(next));
  return data({ trouble, provider, back, connecting }, { status: statuses[trouble] ?? 403 });
}

async function entered(desk: DeskRequest, done: Exclude<ProviderSignInResult, ProviderTroubleResult>) {
  const { origin } = desk.ctx.config;
  const headers = new Headers({ "Set-Cookie": expiredProviderSignInCookieHeader(origin) });
  if (done.kind === "connected") return redirect("/manage/account?done=provider-connected", { status: 303, headers });
  headers.append("Set-Cookie", sessionCookieHeader(origin, done.sessionToken));
  headers.append("Set-Cookie", deviceCookieHeader(origin, done.device));
  const start = () => findPathAfterSignIn(desk, done.personId, toSafeNextPath(done.next));
  const to = done.joined === null ? await start() : `/manage/${done.joined}?done=joined`;
  return redirect(to, { status: 303, headers });
}

/**
 * The address to which the provider redirects. A GET that acts, yet safe from software that opens links: it needs the
 * cookie of the browser that started, and a state and a code that are valid once and for minutes. HEAD does nothing.
 */
export const loader = deskHandler(async (desk) => {
  const { ctx, request, url } = desk;
  const asked = url.searchParams.has("state") || url.searchParams.has("code") || url.searchParams.has("error");
  if (request.method === "HEAD" || !asked) return null;
  const userAgent = request.headers.get("user-agent");
  const mark = readProviderSignInMark(request, ctx.config.origin);
  const device = readDeviceCookieValue(request, ctx.config.origin);
  const home = { id: routeParam(desk, "id"), parameters: url.searchParams, mark, userAgent, device };
  const done = unwrapOrThrow(await finishProviderSignIn(ctx, home));
  if (done === null) throwFailureResponse({ name: "missing" });
  if (done.kind === "trouble") return shown(done);
  throw await entered(desk, done);
});

/**
 * Answers with a page that continues automatically and has a link to the same place: a redirect after a form is blocked
 * by `form-action 'self'`, which Chromium applies to every address on the way.
 */
export const action = deskHandler(async (desk) => {
  const { ctx, request } = desk;
  const { fields } = await readPostedForm(desk);
  const begun = await startProviderSignIn(ctx, {
    id: routeParam(desk, "id"),
    next: toSafeNextPath(readPostedText(fields, "next")),
    connect: isCheckboxTicked(fields, "connect"),
    mark: readProviderSignInMark(request, ctx.config.origin),
    from: clientAddressOf(request),
  });
  if (!begun.ok) return throwFailureResponse(begun.failure);
  const { provider, address, trouble, mark } = begun.value;
  if (address === null) {
    const connecting = isCheckboxTicked(fields, "connect");
    return shown({
      kind: "trouble",
      trouble: trouble ?? "away",
      provider,
      connecting,
      next: readPostedText(fields, "next"),
    });
  }
  const headers = { "Set-Cookie": providerSignInCookieHeader(ctx.config.origin, mark), Refresh: `0; url=${address}` };
  return data({ provider, address }, { headers });
});

function GoOn({ provider, address }: { provider: string; address: string }) {
  const { t, say } = useWords();
  return (
    <ManagementShell narrow>
      <PageHead title={t("provider.title", { provider })} note={t("provider.about", { host: new URL(address).host })} />
      <div>
        <ButtonLink to={address} look="primary">
          <span>{say("provider.button", { provider: <bdi>{provider}</bdi> })}</span>
        </ButtonLink>
      </div>
    </ManagementShell>
  );
}

/** The answer when the address was opened manually. */
const nowhere = { trouble: "over", provider: "", back: "/manage/sign-in", connecting: false } as const;

export default function SignInProviderPage() {
  const { t } = useWords();
  const came = useLoaderData<typeof loader>();
  const went = useActionData<typeof action>();
  if (went && "address" in went) return <GoOn {...went} />;
  const { trouble, provider, back, connecting } = went ?? came ?? nowhere;
  return (
    <ManagementShell narrow>
      <ProviderTroubleText trouble={trouble} name={provider} />
      <div>
        <ButtonLink to={back} look="primary">
          {t(connecting ? "provider.back_to_account" : "provider.back_to_sign_in")}
        </ButtonLink>
      </div>
    </ManagementShell>
  );
}

import { data, redirect } from "@remix-run/cloudflare";
import type { Role } from "~/access/actor";
import { expiredSessionCookieHeader } from "~/auth/session-cookie";
import { readerSettingsCookieHeader, readReaderSettingsCookie } from "~/http/reader";
import { isTheme } from "~/text/theme";
import { type DeskRequest, unwrapOrThrow } from "~/ui/frame/desk";
import {
  formAgainResponse,
  formErrorsResponse,
  formFailureResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  readPostedText,
  redirectWithNotice,
} from "~/ui/parts/posted-form";
import { withProposedName } from "~/ui/parts/proposed-name";
import { renameMyself, requestAddressChange } from "../../account";
import { removeIdentity } from "../../identities";
import { beginPasskeyRegistration } from "../../passkeys/begin";
import { addPasskey, removePasskey, renameMyPasskey } from "../../passkeys/verbs";
import { removeOwnAddress } from "../../remove-address";
import type { TokenLifetime } from "../../rules/api-token";
import { revokeAllSessions, revokeSession } from "../../sessions";
import { knownBrowserText } from "../../sign-in/desk/browser-words";
import { passkeyCeremonyMark } from "../../sign-in/desk/ceremony-mark";
import { readDeviceCookieValue } from "../../sign-in/desk/device-cookie";
import { signInResponse } from "../../sign-in/desk/enter-with-proof";
import { parseSignInRequestCookie, signInRequestCookieHeader } from "../../sign-in/desk/request-cookie";
import { readProviderSignInMark } from "../../sign-in/desk/trip-cookie";
import { createApiToken, listApiTokens, revokeApiToken } from "../../tokens/verbs";
import { redeemSignInCode } from "../../try-code";
import { updateMyLocale } from "../../update-locale";
import { wordsIn } from "./words/words";

const here = "/manage/account";

function leave(desk: DeskRequest) {
  const headers = { "Set-Cookie": expiredSessionCookieHeader(desk.ctx.config.origin) };
  return redirect("/manage/sign-in?done=signed-out", { status: 303, headers });
}

async function mailProof({ ctx, request }: DeskRequest, posted: PostedForm) {
  const browser = knownBrowserText(request.headers.get("user-agent"));
  const known = parseSignInRequestCookie(request, ctx.config.origin)?.request ?? null;
  const asked = await requestAddressChange(ctx, {
    address: readPostedText(posted.fields, "address"),
    browser,
    request: known,
  });
  if (!asked.ok) return formFailureResponse(posted, asked.failure);
  const headers = { "Set-Cookie": signInRequestCookieHeader(ctx.config.origin, asked.value.request) };
  return redirect(`${here}?done=address-email-sent`, { status: 303, headers });
}

async function typeCode(desk: DeskRequest, posted: PostedForm) {
  const { ctx, request } = desk;
  const asked = parseSignInRequestCookie(request, ctx.config.origin);
  const userAgent = request.headers.get("user-agent");
  const device = readDeviceCookieValue(request, ctx.config.origin);
  const done = await redeemSignInCode(ctx, {
    code: readPostedText(posted.fields, "code"),
    request: asked?.request ?? null,
    userAgent,
    device,
  });
  return done.ok ? signInResponse(desk, done.value, here) : formFailureResponse(posted, done.failure);
}

async function makeToken({ ctx, language }: DeskRequest, posted: PostedForm) {
  const { fields, commitId } = posted;
  const rights = {
    role: readPostedText(fields, "role") as Role,
    life: readPostedText(fields, "life") as TokenLifetime,
  };
  const allowed = {
    readOnly: isCheckboxTicked(fields, "read_only"),
    drafter: isCheckboxTicked(fields, "drafter"),
    inUrl: isCheckboxTicked(fields, "in_url"),
  };
  const asked = { ...rights, ...allowed, name: readPostedText(fields, "name"), commitId };
  const proposal = wordsIn(language).t("token_form.proposal");
  const made = await createApiToken(ctx, await withProposedName(posted, asked, proposal, () => listApiTokens(ctx)));
  if (!made.ok) return formFailureResponse(posted, made.failure);
  return made.value.secret === null ? redirectWithNotice(here, "token-created") : data({ secret: made.value.secret });
}

async function askForPasskey(desk: DeskRequest, posted: PostedForm) {
  const { mark, headers } = passkeyCeremonyMark(desk);
  const asked = await beginPasskeyRegistration(desk.ctx, { name: readPostedText(posted.fields, "name"), mark });
  if (!asked.ok) return formFailureResponse(posted, asked.failure);
  return formAgainResponse(posted, { ceremony: { kind: "new", options: asked.value } }, { headers });
}

/** Keeps the appearance in this browser, beside the language and zone that were chosen on public pages. */
function chooseAppearance({ ctx, request }: DeskRequest, posted: PostedForm) {
  const theme = readPostedText(posted.fields, "theme");
  if (theme !== "" && !isTheme(theme))
    return formErrorsResponse(posted, { theme: wordsIn(posted.language).t("appearance.wrong") });
  const { origin } = ctx.config;
  const kept = { ...readReaderSettingsCookie(request, origin), theme: isTheme(theme) ? theme : null };
  const headers = { "Set-Cookie": readerSettingsCookieHeader(origin, kept) };
  return redirect(`${here}?done=appearance-saved`, { status: 303, headers });
}

type AccountAction = (desk: DeskRequest, posted: PostedForm) => Promise<unknown>;

const idOf = ({ fields, commitId }: PostedForm) => ({ id: readPostedText(fields, "id"), commitId });

const passkeyActs: Record<string, AccountAction> = {
  "passkey-begin": askForPasskey,
  "passkey-finish": async ({ ctx, request }, posted) => {
    const mark = readProviderSignInMark(request, ctx.config.origin);
    const [name, credential] = [readPostedText(posted.fields, "name"), readPostedText(posted.fields, "credential")];
    const { commitId } = posted;
    return formResultResponse(
      posted,
      await addPasskey(ctx, { name, credential, commitId, mark }),
      here,
      "passkey-added",
    );
  },
  "passkey-rename": async ({ ctx }, posted) => {
    const name = readPostedText(posted.fields, "name");
    return formResultResponse(posted, await renameMyPasskey(ctx, { ...idOf(posted), name }), here, "passkey-renamed");
  },
  "passkey-remove": async ({ ctx }, posted) =>
    formResultResponse(posted, await removePasskey(ctx, idOf(posted)), here, "passkey-removed"),
};

/** Actions of the account page's forms, by their intent. */
export const accountActionByForm: Record<string, AccountAction> = {
  ...passkeyActs,
  name: async (desk, posted) => {
    const name = readPostedText(posted.fields, "name");
    const compared = posted.version === undefined ? {} : { version: posted.version };
    const renamed = await renameMyself(desk.ctx, { name, commitId: posted.commitId, ...compared });
    return formResultResponse(posted, renamed, here, "name-saved");
  },
  reading: async (desk, posted) => {
    const [language, timeZone] = [
      readPostedText(posted.fields, "language"),
      readPostedText(posted.fields, "timeZone").trim(),
    ];
    const compared = posted.version === undefined ? {} : { version: posted.version };
    const given = { language: language || null, timeZone: timeZone || null, commitId: posted.commitId, ...compared };
    return formResultResponse(posted, await updateMyLocale(desk.ctx, given), here, "language-saved");
  },
  appearance: async (desk, posted) => chooseAppearance(desk, posted),
  address: mailProof,
  "address-remove": async ({ ctx }, posted) =>
    formResultResponse(posted, await removeOwnAddress(ctx, { commitId: posted.commitId }), here, "address-removed"),
  code: typeCode,
  disconnect: async ({ ctx }, posted) =>
    formResultResponse(posted, await removeIdentity(ctx, idOf(posted)), here, "provider-disconnected"),
  "token-create": makeToken,
  "token-revoke": async ({ ctx }, posted) =>
    formResultResponse(posted, await revokeApiToken(ctx, idOf(posted)), here, "token-revoked"),
  all: async (desk, posted) => {
    unwrapOrThrow(await revokeAllSessions(desk.ctx, { tokens: isCheckboxTicked(posted.fields, "tokens") }));
    return leave(desk);
  },
  one: async (desk, posted) => {
    unwrapOrThrow(await revokeSession(desk.ctx, { id: readPostedText(posted.fields, "id") }));
    return redirectWithNotice(here, "session-ended");
  },
};

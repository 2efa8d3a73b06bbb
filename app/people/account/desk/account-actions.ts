import { data, redirect } from "@remix-run/cloudflare";
import type { Role } from "~/access/actor";
import { clearedCookie } from "~/auth/session-cookie";
import { type Desk, orThrow } from "~/ui/frame/desk";
import {
  answerForm,
  isTicked,
  type PostedForm,
  redirectWithNotice,
  showAgain,
  showFailure,
  typedText,
} from "~/ui/parts/posted-form";
import { renameMyself, requestAddress } from "../../account";
import { removeIdentity } from "../../identities";
import { beginPasskey } from "../../passkeys/begin";
import { addPasskey, removePasskey, renameMyPasskey } from "../../passkeys/verbs";
import { removeAddress } from "../../remove-address";
import type { TokenLife } from "../../rules/api-token";
import { revokeAllSessions, revokeSession } from "../../sessions";
import { knownBrowser } from "../../sign-in/desk/browser-words";
import { ceremonyMark } from "../../sign-in/desk/ceremony-mark";
import { deviceMarkIn } from "../../sign-in/desk/device-cookie";
import { enterWith } from "../../sign-in/desk/enter-with-proof";
import { requestCookie, signInRequestIn } from "../../sign-in/desk/request-cookie";
import { tripMarkIn } from "../../sign-in/desk/trip-cookie";
import { createToken, revokeToken } from "../../tokens/verbs";
import { tryCode } from "../../try-code";
import { updateMyLocale } from "../../update-locale";

const here = "/manage/account";

function leave(desk: Desk) {
  const headers = { "Set-Cookie": clearedCookie(desk.ctx.config.origin) };
  return redirect("/manage/sign-in?done=signed-out", { status: 303, headers });
}

async function mailProof({ ctx, request }: Desk, posted: PostedForm) {
  const browser = knownBrowser(request.headers.get("user-agent"));
  const known = signInRequestIn(request, ctx.config.origin)?.request ?? null;
  const asked = await requestAddress(ctx, { address: typedText(posted.fields, "address"), browser, request: known });
  if (!asked.ok) return showFailure(posted, asked.failure);
  const headers = { "Set-Cookie": requestCookie(ctx.config.origin, asked.value.request) };
  return redirect(`${here}?done=address-email-sent`, { status: 303, headers });
}

async function typeCode(desk: Desk, posted: PostedForm) {
  const { ctx, request } = desk;
  const asked = signInRequestIn(request, ctx.config.origin);
  const userAgent = request.headers.get("user-agent");
  const device = deviceMarkIn(request, ctx.config.origin);
  const done = await tryCode(ctx, {
    code: typedText(posted.fields, "code"),
    request: asked?.request ?? null,
    userAgent,
    device,
  });
  return done.ok ? enterWith(desk, done.value, here) : showFailure(posted, done.failure);
}

async function makeToken({ ctx }: Desk, posted: PostedForm) {
  const { fields, commitId } = posted;
  const rights = { role: typedText(fields, "role") as Role, life: typedText(fields, "life") as TokenLife };
  const allowed = { readOnly: isTicked(fields, "read_only"), inUrl: isTicked(fields, "in_url") };
  const given = { ...rights, ...allowed, name: typedText(fields, "name"), commitId };
  const made = await createToken(ctx, given);
  if (!made.ok) return showFailure(posted, made.failure);
  return made.value.secret === null ? redirectWithNotice(here, "token-created") : data({ secret: made.value.secret });
}

async function askForPasskey(desk: Desk, posted: PostedForm) {
  const { mark, headers } = ceremonyMark(desk);
  const asked = await beginPasskey(desk.ctx, { name: typedText(posted.fields, "name"), mark });
  if (!asked.ok) return showFailure(posted, asked.failure);
  return showAgain(posted, { ceremony: { kind: "new", options: asked.value } }, { headers });
}

type Act = (desk: Desk, posted: PostedForm) => Promise<unknown>;

const idOf = ({ fields, commitId }: PostedForm) => ({ id: typedText(fields, "id"), commitId });

const passkeyActs: Record<string, Act> = {
  "passkey-begin": askForPasskey,
  "passkey-finish": async ({ ctx, request }, posted) => {
    const mark = tripMarkIn(request, ctx.config.origin);
    const [name, credential] = [typedText(posted.fields, "name"), typedText(posted.fields, "credential")];
    const { commitId } = posted;
    return answerForm(posted, await addPasskey(ctx, { name, credential, commitId, mark }), here, "passkey-added");
  },
  "passkey-rename": async ({ ctx }, posted) => {
    const name = typedText(posted.fields, "name");
    return answerForm(posted, await renameMyPasskey(ctx, { ...idOf(posted), name }), here, "passkey-renamed");
  },
  "passkey-remove": async ({ ctx }, posted) =>
    answerForm(posted, await removePasskey(ctx, idOf(posted)), here, "passkey-removed"),
};

/** Actions of the account page's forms, by their intent. */
export const accountActs: Record<string, Act> = {
  ...passkeyActs,
  name: async (desk, posted) => {
    const name = typedText(posted.fields, "name");
    const compared = posted.version === undefined ? {} : { version: posted.version };
    const renamed = await renameMyself(desk.ctx, { name, commitId: posted.commitId, ...compared });
    return answerForm(posted, renamed, here, "name-saved");
  },
  reading: async (desk, posted) => {
    const [language, timeZone] = [typedText(posted.fields, "language"), typedText(posted.fields, "timeZone").trim()];
    const compared = posted.version === undefined ? {} : { version: posted.version };
    const given = { language: language || null, timeZone: timeZone || null, commitId: posted.commitId, ...compared };
    return answerForm(posted, await updateMyLocale(desk.ctx, given), here, "language-saved");
  },
  address: mailProof,
  "address-remove": async ({ ctx }, posted) =>
    answerForm(posted, await removeAddress(ctx, { commitId: posted.commitId }), here, "address-removed"),
  code: typeCode,
  disconnect: async ({ ctx }, posted) =>
    answerForm(posted, await removeIdentity(ctx, idOf(posted)), here, "provider-disconnected"),
  "token-create": makeToken,
  "token-revoke": async ({ ctx }, posted) =>
    answerForm(posted, await revokeToken(ctx, idOf(posted)), here, "token-revoked"),
  all: async (desk, posted) => {
    orThrow(await revokeAllSessions(desk.ctx, { tokens: isTicked(posted.fields, "tokens") }));
    return leave(desk);
  },
  one: async (desk, posted) => {
    orThrow(await revokeSession(desk.ctx, { id: typedText(posted.fields, "id") }));
    return redirectWithNotice(here, "session-ended");
  },
};

import { data, redirect } from "@remix-run/cloudflare";
import type { Role } from "~/access/actor";
import { clearedCookie } from "~/auth/session-cookie";
import { type Desk, orThrow } from "~/ui/frame/desk";
import { answer, done, type Posted, showAgain, showFailure, ticked, typed } from "~/ui/parts/posted";
import { renameMyself, requestAddress } from "../../account";
import { removeIdentity } from "../../identities";
import { addPasskey } from "../../passkeys/add";
import { beginPasskey } from "../../passkeys/begin";
import { removePasskey } from "../../passkeys/remove";
import { renameMyPasskey } from "../../passkeys/rename";
import { removeAddress } from "../../remove-address";
import type { TokenLife } from "../../rules/api-token";
import { revokeAllSessions, revokeSession } from "../../sessions";
import { knownBrowser } from "../../sign-in/desk/browser-words";
import { ceremonyMark } from "../../sign-in/desk/ceremony-mark";
import { deviceMarkIn } from "../../sign-in/desk/device-cookie";
import { enterWith } from "../../sign-in/desk/proven";
import { askedIn, requestCookie } from "../../sign-in/desk/request-cookie";
import { tripMarkIn } from "../../sign-in/desk/trip-cookie";
import { createToken } from "../../tokens/create";
import { revokeToken } from "../../tokens/revoke";
import { tryCode } from "../../try-code";
import { updateMyLocale } from "../../update-locale";

const here = "/manage/account";

function leave(desk: Desk) {
  const headers = { "Set-Cookie": clearedCookie(desk.ctx.config.origin) };
  return redirect("/manage/sign-in?done=signed-out", { status: 303, headers });
}

async function mailProof({ ctx, request }: Desk, posted: Posted) {
  const browser = knownBrowser(request.headers.get("user-agent"));
  const known = askedIn(request, ctx.config.origin)?.request ?? null;
  const asked = await requestAddress(ctx, { address: typed(posted.fields, "address"), browser, request: known });
  if (!asked.ok) return showFailure(posted, asked.failure);
  const headers = { "Set-Cookie": requestCookie(ctx.config.origin, asked.value.request) };
  return redirect(`${here}?done=address-email-sent`, { status: 303, headers });
}

async function typeCode(desk: Desk, posted: Posted) {
  const { ctx, request } = desk;
  const asked = askedIn(request, ctx.config.origin);
  const userAgent = request.headers.get("user-agent");
  const device = deviceMarkIn(request, ctx.config.origin);
  const done = await tryCode(ctx, {
    code: typed(posted.fields, "code"),
    request: asked?.request ?? null,
    userAgent,
    device,
  });
  return done.ok ? enterWith(desk, done.value, here) : showFailure(posted, done.failure);
}

async function makeToken({ ctx }: Desk, posted: Posted) {
  const { fields, commitId } = posted;
  const rights = { role: typed(fields, "role") as Role, life: typed(fields, "life") as TokenLife };
  const allowed = { readOnly: ticked(fields, "read_only"), inUrl: ticked(fields, "in_url") };
  const given = { ...rights, ...allowed, name: typed(fields, "name"), commitId };
  const made = await createToken(ctx, given);
  if (!made.ok) return showFailure(posted, made.failure);
  return made.value.secret === null ? done(here, "token-created") : data({ secret: made.value.secret });
}

async function askForPasskey(desk: Desk, posted: Posted) {
  const { mark, headers } = ceremonyMark(desk);
  const asked = await beginPasskey(desk.ctx, { name: typed(posted.fields, "name"), mark });
  if (!asked.ok) return showFailure(posted, asked.failure);
  return showAgain(posted, { ceremony: { kind: "new", options: asked.value } }, { headers });
}

type Act = (desk: Desk, posted: Posted) => Promise<unknown>;

const idOf = ({ fields, commitId }: Posted) => ({ id: typed(fields, "id"), commitId });

const passkeyActs: Record<string, Act> = {
  "passkey-begin": askForPasskey,
  "passkey-finish": async ({ ctx, request }, posted) => {
    const mark = tripMarkIn(request, ctx.config.origin);
    const [name, credential] = [typed(posted.fields, "name"), typed(posted.fields, "credential")];
    const { commitId } = posted;
    return answer(posted, await addPasskey(ctx, { name, credential, commitId, mark }), here, "passkey-added");
  },
  "passkey-rename": async ({ ctx }, posted) => {
    const name = typed(posted.fields, "name");
    return answer(posted, await renameMyPasskey(ctx, { ...idOf(posted), name }), here, "passkey-renamed");
  },
  "passkey-remove": async ({ ctx }, posted) =>
    answer(posted, await removePasskey(ctx, idOf(posted)), here, "passkey-removed"),
};

/** Actions of the account page's forms, by their intent. */
export const accountActs: Record<string, Act> = {
  ...passkeyActs,
  name: async (desk, posted) => {
    const name = typed(posted.fields, "name");
    const compared = posted.version === undefined ? {} : { version: posted.version };
    const renamed = await renameMyself(desk.ctx, { name, commitId: posted.commitId, ...compared });
    return answer(posted, renamed, here, "name-saved");
  },
  reading: async (desk, posted) => {
    const [language, timeZone] = [typed(posted.fields, "language"), typed(posted.fields, "timeZone").trim()];
    const compared = posted.version === undefined ? {} : { version: posted.version };
    const given = { language: language || null, timeZone: timeZone || null, commitId: posted.commitId, ...compared };
    return answer(posted, await updateMyLocale(desk.ctx, given), here, "language-saved");
  },
  address: mailProof,
  "address-remove": async ({ ctx }, posted) =>
    answer(posted, await removeAddress(ctx, { commitId: posted.commitId }), here, "address-removed"),
  code: typeCode,
  disconnect: async ({ ctx }, posted) =>
    answer(posted, await removeIdentity(ctx, idOf(posted)), here, "provider-disconnected"),
  "token-create": makeToken,
  "token-revoke": async ({ ctx }, posted) =>
    answer(posted, await revokeToken(ctx, idOf(posted)), here, "token-revoked"),
  all: async (desk, posted) => {
    orThrow(await revokeAllSessions(desk.ctx, { tokens: ticked(posted.fields, "tokens") }));
    return leave(desk);
  },
  one: async (desk, posted) => {
    orThrow(await revokeSession(desk.ctx, { id: typed(posted.fields, "id") }));
    return done(here, "session-ended");
  },
};

import * as oauth from "oauth4webapi";
import { englishText, type Refusal, refusalFor } from "~/failures/refusal";
import {
  type IdentityClaims,
  oidcMaxAgeSecondsText,
  type ProviderTrouble,
  subjectFromClaims,
} from "~/people/rules/identity";
import type { Ctx } from "~/platform/ctx";
import type { ProviderRow } from "./queries/provider";

/** Reason why a request to the provider failed; `note` is for the log and the operator, and holds no secret. */
export class ProviderError extends Error {
  constructor(
    readonly trouble: ProviderTrouble,
    readonly note: Refusal,
  ) {
    super(`${trouble}: ${note}`);
  }
}

const bodyText = (body: unknown): string | undefined =>
  body === undefined || body === null ? undefined : body instanceof URLSearchParams ? body.toString() : String(body);

const kept = ["content-type", "www-authenticate", "cache-control"];

/** Returns `ctx.outbound` as the library's `fetch`: guarded, limited in time and size, without redirects. */
const fetchOf =
  (ctx: Ctx) =>
  async (url: string, { method, headers, body }: oauth.CustomFetchOptions<string, unknown>): Promise<Response> => {
    const text = bodyText(body);
    const answer = await ctx
      .outbound("team")
      .fetch({ url, method, headers, ...(text === undefined ? {} : { body: text }) });
    if (!answer.ok) throw new ProviderError("away", answer.detail);
    if (answer.truncated) throw new ProviderError("untrusted", "provider_check.too_long");
    if (answer.status >= 500 || answer.status < 200)
      throw new ProviderError("away", refusalFor("provider_check.answered", { status: answer.status }));
    const told = kept.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    return new Response(answer.text === "" ? null : answer.text, { status: answer.status, headers: told });
  };

/** Options of the library; plain http is allowed only for an issuer with http, in the operator's own network. */
const optionsOf = (ctx: Ctx, { issuer }: Pick<ProviderRow, "issuer">) => ({
  [oauth.customFetch]: fetchOf(ctx),
  [oauth.allowInsecureRequests]: issuer.startsWith("http:"),
});

const clientCodes = ["invalid_client", "unauthorized_client"];

function troubleAtToken({ error, status }: oauth.ResponseBodyError): ProviderError {
  if (clientCodes.includes(error)) return new ProviderError("client", englishText(error));
  return error === "invalid_grant"
    ? new ProviderError("over", englishText(error))
    : new ProviderError("untrusted", englishText(`${status}`));
}

/**
 * Returns true for errors that URLs, keys and objects of an unexpected shape cause. Their messages may contain the
 * provider's words.
 */
const isOfShape = (error: unknown): error is Error =>
  error instanceof TypeError || error instanceof RangeError || error instanceof DOMException;

/** Turns errors of the library into ProviderErrors; all others are defects and stay as they are. */
function understood(error: unknown): unknown {
  if (error instanceof oauth.AuthorizationResponseError) {
    return new ProviderError(
      error.error === "access_denied" ? "denied" : "untrusted",
      englishText(error.error.slice(0, 80)),
    );
  }
  if (error instanceof oauth.ResponseBodyError) return troubleAtToken(error);
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return new ProviderError("client", englishText(`${error.status}`));
  if (error instanceof oauth.OperationProcessingError) {
    return new ProviderError(
      error.code === oauth.JWT_TIMESTAMP_CHECK ? "clock" : "untrusted",
      englishText(error.message),
    );
  }
  if (error instanceof oauth.UnsupportedOperationError)
    return new ProviderError("untrusted", englishText(error.message));
  return isOfShape(error) ? new ProviderError("untrusted", englishText(error.name)) : error;
}

async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw understood(error);
  }
}

/** Returns the URL to which the person is sent: with TLS, unless the issuer itself has none. Throws ProviderError. */
function authorizationEndpoint(server: oauth.AuthorizationServer, issuer: string): URL {
  const url = URL.parse(server.authorization_endpoint ?? "");
  const allowed = issuer.startsWith("http:") ? ["https:", "http:"] : ["https:"];
  if (url && allowed.includes(url.protocol)) return url;
  throw new ProviderError("untrusted", "provider_check.no_address");
}

/** Reads the provider's metadata. Throws ProviderError. One subrequest. */
export const discoverProvider = (ctx: Ctx, provider: Pick<ProviderRow, "issuer">): Promise<oauth.AuthorizationServer> =>
  asking(async () => {
    const issuer = new URL(provider.issuer);
    const answer = await oauth.discoveryRequest(issuer, optionsOf(ctx, provider));
    const server = await oauth.processDiscoveryResponse(issuer, answer);
    authorizationEndpoint(server, provider.issuer);
    return server;
  });

/** Secrets of one sign-in, known only to us and the browser. */
export interface OpenIdSignInState {
  state: string;
  nonce: string;
  verifier: string;
}

/** Returns the URL for the browser: code flow with PKCE, state and nonce; `again` = the person must sign in again. */
export async function makeAuthorizationUrl(
  server: oauth.AuthorizationServer,
  { issuer, clientId }: Pick<ProviderRow, "issuer" | "clientId">,
  { state, nonce, verifier, redirect, again }: OpenIdSignInState & { redirect: string; again: boolean },
): Promise<string> {
  const url = authorizationEndpoint(server, issuer);
  const asked = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirect,
    scope: "openid email profile",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
    max_age: oidcMaxAgeSecondsText(again),
    ...(again ? { prompt: "login" } : {}),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}

/** Returns a list of a provider's document; undefined when it is not a list. */
export const arrayOrUndefined = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? value : undefined;

/** Authenticates by header, which every provider must support, unless it states that it supports only the form. */
function authentication(server: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  const methods = arrayOrUndefined(server.token_endpoint_auth_methods_supported) ?? ["client_secret_basic"];
  return methods.includes("client_secret_basic") || !methods.includes("client_secret_post")
    ? oauth.ClientSecretBasic(secret)
    : oauth.ClientSecretPost(secret);
}

export interface OpenIdCallback extends OpenIdSignInState {
  redirect: string;
  secret: string;
  /** Parameters with which the browser returned. */
  parameters: URLSearchParams;
}

const clientOf = ({ clientId }: Pick<ProviderRow, "clientId">): oauth.Client => ({
  client_id: clientId,
  // Accepts a clock difference of one minute.
  [oauth.clockTolerance]: 60,
});

/** Reads the email address from the user info when the ID token has none. */
async function moreClaims(
  ctx: Ctx,
  provider: ProviderRow,
  server: oauth.AuthorizationServer,
  from: OpenIdIdentity,
): Promise<IdentityClaims> {
  if (typeof from.claims.email === "string" || !server.userinfo_endpoint) return from.claims;
  const [client, options] = [clientOf(provider), optionsOf(ctx, provider)];
  const answer = await oauth.userInfoRequest(server, client, from.accessToken, options);
  const told = await oauth.processUserInfoResponse(server, client, from.subject, answer);
  return { ...told, ...from.claims };
}

interface OpenIdIdentity {
  subject: string;
  claims: IdentityClaims;
  accessToken: string;
}

/**
 * Exchanges the code and returns who signed in. Checks issuer, audience, nonce, state, `iss`, PKCE, expiry and the
 * signature of the ID token. Throws ProviderError. Four subrequests at most.
 */
export const exchangeAuthorizationCode = (
  ctx: Ctx,
  provider: ProviderRow,
  given: OpenIdCallback,
): Promise<{ subject: string; claims: IdentityClaims }> =>
  asking(async () => {
    const server = await discoverProvider(ctx, provider);
    const [client, options] = [clientOf(provider), optionsOf(ctx, provider)];
    const parameters = oauth.validateAuthResponse(server, client, given.parameters, given.state);
    const auth = authentication(server, given.secret);
    const { redirect, verifier, nonce } = given;
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      parameters,
      redirect,
      verifier,
      options,
    );
    const expected = { expectedNonce: nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, expected);
    await oauth.validateApplicationLevelSignature(server, answer, options);
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    const subject = claims ? subjectFromClaims(claims) : null;
    if (!claims || subject === null) throw new ProviderError("untrusted", "provider_check.no_token");
    const told = { subject, claims, accessToken: tokens.access_token };
    return { subject, claims: await moreClaims(ctx, provider, server, told) };
  });

/**
 * Checks that the provider accepts our client id and secret, by a request with an invalid code; null = it accepts them.
 */
export async function checkProviderClient(
  ctx: Ctx,
  provider: ProviderRow,
  { server, secret, redirect }: { server: oauth.AuthorizationServer; secret: string; redirect: string },
): Promise<ProviderError | null> {
  const client = clientOf(provider);
  try {
    await asking(async () => {
      const made = oauth.validateAuthResponse(
        server,
        client,
        new URLSearchParams({ code: "upfront-asks-whether-the-client-is-known", iss: server.issuer }),
      );
      const auth = authentication(server, secret);
      const verifier = oauth.generateRandomCodeVerifier();
      const options = optionsOf(ctx, provider);
      const answer = await oauth.authorizationCodeGrantRequest(server, client, auth, made, redirect, verifier, options);
      await oauth.processAuthorizationCodeResponse(server, client, answer);
    });
    return null;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return error.trouble === "client" || error.trouble === "away" ? error : null;
  }
}

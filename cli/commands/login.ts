import { CliError, usageError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printOutcome, printProgress } from "../print/printer";
import { ApiClient, refusalError } from "../session/api-client";
import { readCredentials, writeCredentials } from "../session/credentials";
import { deploymentOrigin } from "../session/session";

const clientId = "upfront-cli";
const grantType = "urn:ietf:params:oauth:grant-type:device_code";
const formType = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };

interface DeviceCodes {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
}

interface TokenAnswer {
  access_token?: string;
  expires_in?: number;
  error?: string;
}

const postForm = (api: ApiClient, path: string, fields: Record<string, string>, isRepeatable = true) =>
  api.send(path, { method: "POST", headers: formType, body: new URLSearchParams(fields).toString() }, isRepeatable);

/** Returns the deployment to sign in to: the one that was typed, set or used last. */
function loginOrigin({ args: [typed], options, machine }: CommandCall): string {
  const named = typed ?? (typeof options.url === "string" ? options.url : undefined) ?? machine.env.UPFRONT_URL;
  const address = named ?? readCredentials(machine).current;
  if (!address) throw usageError("Name the deployment: upfront login https://status.example.com.");
  return deploymentOrigin(address, machine.env.UPFRONT_INSECURE === "1");
}

async function requestCodes(call: CommandCall, api: ApiClient): Promise<DeviceCodes> {
  const fields = { client_id: clientId, device_name: `upfront on ${call.machine.hostname}` };
  const answer = await postForm(api, "/oauth/device", fields);
  if (answer.ok) return (await answer.json()) as DeviceCodes;
  if (answer.status === 404)
    throw new CliError(
      `${api.target.url} has no sign-in by code. Check the URL; if it runs an older version, create a token on your account page and set UPFRONT_TOKEN.`,
    );
  throw refusalError(api.target, answer.status, await answer.text());
}

/** Shows the code, and the page on which the person confirms it. */
async function showCodes(call: CommandCall, codes: DeviceCodes): Promise<void> {
  const { machine, options } = call;
  printProgress(call, `Open ${codes.verification_uri} and enter this code:\n\n    ${codes.user_code}\n`);
  if (options.browser !== false && machine.err.isTerminal) await machine.openBrowser(codes.verification_uri_complete);
  printProgress(call, "Waiting for you to allow it …");
}

const refusals: Readonly<Record<string, string>> = {
  access_denied: "You denied it in the browser. Nothing was stored.",
  expired_token: "The code has expired. Run upfront login again and confirm it within ten minutes.",
};

/** Asks until the person has decided, no oftener than the deployment wants. */
async function awaitToken({ machine }: CommandCall, api: ApiClient, codes: DeviceCodes): Promise<TokenAnswer> {
  const fields = { grant_type: grantType, device_code: codes.device_code, client_id: clientId };
  const until = machine.now() + codes.expires_in * 1000;
  for (let interval = codes.interval; machine.now() < until; ) {
    await machine.sleep(interval * 1000);
    const answer = await postForm(api, "/oauth/token", fields, false).catch(() => null);
    if (answer === null || answer.status >= 500) continue;
    const told = (await answer.json()) as TokenAnswer;
    if (told.access_token) return told;
    if (told.error === "slow_down") interval += codes.interval;
    else if (told.error !== "authorization_pending")
      throw new CliError(
        refusals[told.error ?? ""] ?? `${api.target.url} refused it (${told.error}).`,
        exitCodes.notAllowed,
      );
  }
  throw new CliError(refusals.expired_token ?? "", exitCodes.notAllowed);
}

/** Revokes a token; a deployment that is away or does not know it any more is not an error. */
const revokeToken = (api: ApiClient, token: string): Promise<boolean> =>
  postForm(api, "/oauth/revoke", { token }).then(
    ({ ok }) => ok,
    () => false,
  );

/** `upfront login`. */
export async function logIn(call: CommandCall): Promise<number> {
  const { machine } = call;
  const url = loginOrigin(call);
  const api = new ApiClient({ url, token: null }, machine);
  const file = readCredentials(machine);
  const codes = await requestCodes(call, api);
  await showCodes(call, codes);
  const { access_token: token = "", expires_in: seconds } = await awaitToken(call, api, codes);
  const expiresAt = seconds === undefined ? null : new Date(machine.now() + seconds * 1000).toISOString();
  const earlier = file.deployments[url];
  writeCredentials(machine, { current: url, deployments: { ...file.deployments, [url]: { token, expiresAt } } });
  if (earlier) await revokeToken(api, earlier.token);
  printOutcome(call, { url, expires_at: expiresAt }, `Signed in to ${url}.`);
  return exitCodes.done;
}

/** `upfront logout`. */
export async function logOut(call: CommandCall): Promise<number> {
  const { machine, options } = call;
  const file = readCredentials(machine);
  const url = typeof options.url === "string" ? deploymentOrigin(options.url, true) : file.current;
  const known = url === null ? undefined : file.deployments[url];
  if (url === null || !known) throw new CliError("You aren’t signed in on this machine.", exitCodes.notAllowed);
  const isRevoked = await revokeToken(new ApiClient({ url, token: null }, machine), known.token);
  const { [url]: _left, ...deployments } = file.deployments;
  writeCredentials(machine, { current: Object.keys(deployments)[0] ?? null, deployments });
  const sentence = isRevoked
    ? `Signed out of ${url}. Its token is revoked.`
    : `Forgot the token of ${url}, but could not revoke it. Revoke it on your account page there.`;
  printOutcome(call, { url, revoked: isRevoked }, sentence);
  return exitCodes.done;
}

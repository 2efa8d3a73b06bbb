import { CliError, usageError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printOutcome, printProgress } from "../print/printer";
import { ApiClient, isSuccess, parseProblem, refusalError } from "../session/api-client";
import { readCredentials, writeCredentials } from "../session/credentials";
import { deploymentOrigin } from "../session/session";
import { type DeviceCodes, lifetimeOf, readDeviceCodes } from "./device-codes";

const clientId = "upfront-cli";
const grantType = "urn:ietf:params:oauth:grant-type:device_code";
const formType = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };

interface TokenAnswer {
  access_token?: unknown;
  expires_in?: unknown;
  error?: unknown;
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
  const { status, text } = await postForm(api, "/oauth/device", fields);
  if (isSuccess(status)) return readDeviceCodes(api.target, text);
  if (status === 404)
    throw new CliError(
      `${api.target.url} has no sign-in by code. Check the URL; if it runs an older version, create a token on your account page and set UPFRONT_TOKEN.`,
    );
  throw refusalError(api.target, status, text);
}

/** Shows the code, and the page on which the person confirms it. */
async function showCodes(call: CommandCall, codes: DeviceCodes): Promise<void> {
  const { machine, options } = call;
  printProgress(call, `Open ${codes.address} and enter this code:\n\n    ${codes.userCode}\n`);
  if (options.browser !== false && machine.err.isTerminal) await machine.openBrowser(codes.addressWithCode);
  printProgress(call, "Waiting for you to allow it …");
}

const refusals: Readonly<Record<string, string>> = {
  access_denied: "You denied it in the browser. Nothing was stored.",
  expired_token: "The code has expired. Run upfront login again and confirm it within ten minutes.",
};

const isPending = (error: unknown) => error === "authorization_pending" || error === "slow_down";

interface LoginToken {
  token: string;
  /** Null = it does not expire. */
  seconds: number | null;
}

/** Returns the token of an answer; null while the person has not decided. Throws CliError when they have refused. */
function tokenIn({ target }: ApiClient, answer: TokenAnswer): LoginToken | null {
  const { access_token: token, expires_in: seconds, error } = answer;
  if (typeof token === "string" && /^[\x21-\x7e]{1,500}$/.test(token)) return { token, seconds: lifetimeOf(seconds) };
  if (isPending(error)) return null;
  const reason = typeof error === "string" ? `${target.url} refused it (${error}).` : `${target.url} gave no token.`;
  throw new CliError(refusals[String(error)] ?? reason, exitCodes.notAllowed);
}

/** Asks until the person has decided, no oftener than the deployment wants. */
async function awaitToken({ machine }: CommandCall, api: ApiClient, codes: DeviceCodes): Promise<LoginToken> {
  const fields = { grant_type: grantType, device_code: codes.deviceCode, client_id: clientId };
  const until = machine.now() + codes.lifetime * 1000;
  for (let { interval } = codes; machine.now() < until; ) {
    await machine.sleep(interval * 1000);
    const answer = await postForm(api, "/oauth/token", fields, false).catch(() => null);
    if (answer === null || answer.status >= 500) continue;
    const told = parseProblem(answer.text) as TokenAnswer;
    const token = tokenIn(api, told);
    if (token) return token;
    if (told.error === "slow_down") interval += codes.interval;
  }
  throw new CliError(refusals.expired_token ?? "", exitCodes.notAllowed);
}

/** Revokes a token; a deployment that is away or does not know it any more is not an error. */
const revokeToken = (api: ApiClient, token: string): Promise<boolean> =>
  postForm(api, "/oauth/revoke", { token }).then(
    ({ status }) => isSuccess(status),
    () => false,
  );

/** `upfront login`. */
export async function logInCommand(call: CommandCall): Promise<number> {
  const { machine } = call;
  const url = loginOrigin(call);
  const api = new ApiClient({ url, token: null }, machine);
  const file = readCredentials(machine);
  const codes = await requestCodes(call, api);
  await showCodes(call, codes);
  const { token, seconds } = await awaitToken(call, api, codes);
  const expiresAt = seconds === null ? null : new Date(machine.now() + seconds * 1000).toISOString();
  const earlier = file.deployments[url];
  writeCredentials(machine, { current: url, deployments: { ...file.deployments, [url]: { token, expiresAt } } });
  if (earlier) await revokeToken(api, earlier.token);
  printOutcome(call, { url, expires_at: expiresAt }, `Signed in to ${url}.`);
  return exitCodes.done;
}

/** `upfront logout`. */
export async function logOutCommand(call: CommandCall): Promise<number> {
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

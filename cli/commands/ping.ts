import { CliError, usageError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printOutcome } from "../print/printer";
import { ApiClient, isSuccess, refusalError } from "../session/api-client";
import { findNamed } from "../session/find-named";
import { readMessageText } from "../session/message-text";

interface ShownHeartbeat {
  id: string;
  name: string;
  ping_url: string | null;
}

/** Returns the suffix of a ping's URL: what happened to the job. Throws CliError for two at once. */
function pingSuffix({ options }: CommandCall): string {
  const given = (["start", "fail", "log"] as const).filter((name) => options[name] === true);
  const code = options.exitCode;
  if (typeof code === "string" && !/^\d{1,3}$/.test(code)) throw usageError("--exit-code is a number from 0 to 255.");
  const all: string[] = [...given, ...(typeof code === "string" ? [code] : [])];
  if (all.length > 1) throw usageError("Choose one of --start, --fail, --log and --exit-code.");
  return all[0] === undefined ? "" : `/${all[0]}`;
}

/** Returns the ping URL: as typed, or that of the heartbeat of this name. */
async function pingAddress({ args: [typed = ""], session }: CommandCall): Promise<string> {
  if (/^https?:\/\//.test(typed)) return typed.replace(/\/$/, "");
  const found = findNamed(await session.onPage<ShownHeartbeat[]>("/heartbeats"), typed, "heartbeat");
  const { ping_url: address } = await session.onPage<ShownHeartbeat>(`/heartbeats/${found.id}`);
  if (address !== null) return session.addressHere(address);
  throw new CliError(
    "Only admins can see ping URLs. Name the heartbeat by its ping URL instead.",
    exitCodes.notAllowed,
  );
}

/** `upfront ping`. */
export async function sendPingCommand(call: CommandCall): Promise<number> {
  const suffix = pingSuffix(call);
  const [address, message] = [await pingAddress(call), await readMessageText(call)];
  const url = new URL(`${address}${suffix}`);
  const api = new ApiClient({ url: url.origin, token: null }, call.machine);
  const headers = { "content-type": "text/plain; charset=utf-8" };
  const sent = message === undefined ? {} : { headers, body: message };
  const answer = await api.send(`${url.pathname}${url.search}`, { method: "POST", ...sent });
  const { text } = answer;
  if (answer.status === 404) throw new CliError(`No heartbeat has the URL ${address}.`);
  if (!isSuccess(answer.status)) throw refusalError(api.target, answer.status, text);
  printOutcome(call, { url: address, answer: text.trim() }, "Ping received.");
  return exitCodes.done;
}

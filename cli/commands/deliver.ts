import { readFileSync } from "node:fs";
import { CliError, usageError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printOutcome } from "../print/printer";
import { ApiClient, isSuccess, parseProblem, refusalError } from "../session/api-client";
import { findNamed } from "../session/find-named";

interface ShownSource {
  id: string;
  name: string;
  ingest_url: string | null;
}

interface DeliveryAnswer {
  id?: string;
  duplicate?: boolean;
  alerts?: unknown[];
  skipped?: unknown[];
}

async function sourceAddress({ args: [typed = ""], session }: CommandCall): Promise<string> {
  if (/^https?:\/\//.test(typed)) return typed;
  const found = findNamed(await session.onPage<ShownSource[]>("/sources"), typed, "source");
  const { ingest_url: address } = await session.onPage<ShownSource>(`/sources/${found.id}`);
  if (address !== null) return session.addressHere(address);
  throw new CliError(
    "Only admins can see the URLs of sources. Name the source by its URL instead.",
    exitCodes.notAllowed,
  );
}

async function sampleBody({ args: [, file], machine }: CommandCall): Promise<Uint8Array<ArrayBuffer>> {
  if (file === undefined || file === "-") return machine.readInput();
  try {
    return new Uint8Array(readFileSync(file));
  } catch (error) {
    throw usageError(`${file} can’t be read (${(error as NodeJS.ErrnoException).code}). Check its name.`);
  }
}

function headersOf({ options: { type, header } }: CommandCall): Record<string, string> {
  const given = Array.isArray(header) ? (header as readonly string[]) : [];
  const pairs = given.map((text) => {
    const [, name = "", value = ""] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(text) ?? [];
    if (name === "") throw usageError(`Write --header as “NAME: VALUE”, not “${text}”.`);
    return [name.toLowerCase(), value] as const;
  });
  return { "content-type": typeof type === "string" ? type : "application/json", ...Object.fromEntries(pairs) };
}

/** Returns an answer as an object: most are JSON, some sources answer as their tools expect. */
function answerOf(text: string): unknown {
  const found = parseProblem(text);
  return Object.keys(found).length > 0 ? found : { answer: text.trim() };
}

function sentenceOf(text: string): string {
  try {
    const { alerts = [], skipped = [], duplicate } = JSON.parse(text) as DeliveryAnswer;
    const again = duplicate ? " The source had this delivery already." : "";
    return `Accepted: ${alerts.length} alerts, ${skipped.length} skipped.${again}`;
  } catch {
    return text.trim() || "Accepted.";
  }
}

/** `upfront deliver`: sent once, as its sender would. */
export async function deliverSampleCommand(call: CommandCall): Promise<number> {
  const headers = headersOf(call);
  const body = await sampleBody(call);
  const url = new URL(await sourceAddress(call));
  const api = new ApiClient({ url: url.origin, token: null }, call.machine);
  const answer = await api.send(`${url.pathname}${url.search}`, { method: "POST", headers, body }, false);
  const { text } = answer;
  if (answer.status === 404) throw new CliError("No source has this URL.");
  if (!isSuccess(answer.status)) throw refusalError(api.target, answer.status, text);
  printOutcome(call, answerOf(text), sentenceOf(text));
  return exitCodes.done;
}

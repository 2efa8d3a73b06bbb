import { emptyMoveDocument, type MoveDocument, withMovePart } from "../../app/importers/contract/move-document.ts";
import type {
  ApiOriginReader,
  OriginAnswer,
  OriginRequest,
  OriginSettings,
} from "../../app/importers/contract/origin.ts";
import { ImportToolError } from "./options.ts";

const maxAnswerBytes = 64 * 1024 * 1024;
const answerTimeoutMs = 60_000;
const maxTries = 5;

/** The parts of this machine that reading an API needs; tests replace them. */
export interface ApiReadingMachine {
  send(request: OriginRequest): Promise<OriginAnswer>;
  sleep(ms: number): Promise<void>;
  say(line: string): void;
}

/** Sends a request of a reader. Redirects are answers: a key must not follow them to another host. */
export async function sendOriginRequest({
  method,
  url,
  headers,
  body,
  isBeside,
}: OriginRequest): Promise<OriginAnswer> {
  const answer = await fetch(url, {
    method,
    headers,
    redirect: isBeside ? "follow" : "manual",
    signal: AbortSignal.timeout(answerTimeoutMs),
    ...(body === undefined ? {} : { body }),
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const text = new TextDecoder().decode(bytes.subarray(0, maxAnswerBytes));
  return { status: answer.status, headers: answer.headers, text, isCut: bytes.length > maxAnswerBytes };
}

/** Sends it again after a lost connection. Throws ImportToolError. */
async function sendWithTries(machine: ApiReadingMachine, request: OriginRequest): Promise<OriginAnswer> {
  for (let tries = 1; ; tries++) {
    try {
      return await machine.send(request);
    } catch (error) {
      const { origin } = new URL(request.url);
      const cause =
        error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error);
      if (request.isBeside) return { status: 404, headers: new Headers(), text: "", isCut: false };
      if (tries === maxTries)
        throw new ImportToolError(`${origin} cannot be reached (${cause}). Check the URL and your network.`);
      machine.say(`${origin} does not answer (${cause}). Trying again …`);
      await machine.sleep(tries * 5000);
    }
  }
}

/** Reads an API to its end. Throws ImportToolError. */
export async function readOriginByApi(
  origin: string,
  reader: ApiOriginReader,
  settings: OriginSettings,
  machine: ApiReadingMachine,
): Promise<MoveDocument> {
  const first = reader.begin(settings);
  if (!first.ok) throw new ImportToolError(first.refusal.message);
  let [state, document, answers] = [first.value, emptyMoveDocument(origin), 0];
  for (let request = reader.next(state, settings); request; request = reader.next(state, settings)) {
    const step = reader.take(state, await sendWithTries(machine, request), settings);
    if (step.kind === "refused") throw new ImportToolError(step.refusal.message);
    state = step.state;
    if (step.kind === "part") {
      document = withMovePart(document, step.part);
      answers += 1;
      if (answers % 20 === 0)
        machine.say(
          `${answers} answers read: ${document.components.length} components, ${document.incidents.length} incidents …`,
        );
    } else machine.say(`A limit was reached: continuing in ${Math.ceil(step.ms / 1000)} seconds …`);
    await machine.sleep(step.kind === "wait" ? step.ms : reader.pauseMs);
  }
  return document;
}

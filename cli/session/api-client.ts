import { CliError, isCliError } from "../definition/cli-error";
import { exitCodes } from "../definition/command-definition";
import type { CliMachine } from "./machine";

const maxTries = 4;
const answerTimeoutMs = 60_000;
/** Longest answer, in MB: a file of 5 MB fits, with all that stands around it. */
const maxAnswerMegabytes = 32;
/** Longest wait for a deployment that asks to wait, in seconds; a longer one ends the command. */
const maxWaitSeconds = 30;
export const cliUserAgent = "upfront-cli/1";

/** A refusal as the deployment words it (RFC 9457). */
interface Problem {
  code?: string;
  message?: string;
  detail?: string;
  title?: string;
  fields?: Record<string, string>;
  error_description?: string;
}

/** The deployment that is called, and as whom. */
export interface ApiTarget {
  /** Origin, without a slash at its end. */
  url: string;
  /** Null = nobody is signed in. */
  token: string | null;
}

const noContent = 204;
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const isTemporary = (status: number): boolean => [429, 502, 503, 504].includes(status);

/** Returns the refusal in an answer; an empty one when the answer is of another form. */
export function parseProblem(text: string): Problem {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}

const fieldTexts = ({ fields = {} }: Problem): string =>
  Object.entries(fields)
    .map(([name, text]) => (name ? `${name}: ${text}` : text))
    .join(" ");

/** Returns what a person can do about an answer of this status. */
export function refusalError({ url, token }: ApiTarget, status: number, text: string): CliError {
  const problem = parseProblem(text);
  const reason = fieldTexts(problem) || problem.message || problem.detail || problem.title || "";
  if (status === 401 && token === null)
    return new CliError(
      `You aren’t signed in to ${url}. Run upfront login ${url}, or set UPFRONT_TOKEN.`,
      exitCodes.notAllowed,
    );
  if (status === 401)
    return new CliError(
      `${url} doesn’t accept the token: it has expired or was revoked. Run upfront login ${url}, or set another UPFRONT_TOKEN.`,
      exitCodes.notAllowed,
    );
  if (status === 403) return new CliError(`Your token may not do this. ${reason}`.trim(), exitCodes.notAllowed);
  if (status === 404)
    return new CliError("There is no such page or thing, or your token can’t see it. Check --page and the name.");
  if (status === 429)
    return new CliError(`${url} gets too many requests from you. Wait a minute and try again.`, exitCodes.outOfReach);
  if (status === 503 || status === 502 || status === 504)
    return new CliError(`${url} is temporarily unavailable. ${reason || "Try again."}`, exitCodes.outOfReach);
  if (status >= 300 && status < 400)
    return new CliError(`${url} redirects elsewhere. Use the URL that it redirects to.`);
  return new CliError(`${url} refused it (${status}). ${reason || "It gave no reason."}`);
}

/** Returns the JSON of an answer. Throws CliError when it is another text, as of a proxy. */
export function jsonIn<Answer>({ url }: ApiTarget, text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    throw new CliError(
      `${url} doesn’t answer as an Upfront deployment does. Check the URL, and whether a proxy or a sign-in page of your network answers instead.`,
    );
  }
}

const causeOf = (error: unknown): string =>
  error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error);

export interface ApiRequest {
  method?: string;
  body?: unknown;
  /** Key under which a change is made once; a new one if absent. */
  key?: string | undefined;
}

/** An answer that was read to its end. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Reads an answer to its end. Throws CliError when it has none soon. */
async function readAnswerText(url: string, { body }: Response): Promise<string> {
  if (body === null) return "";
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > maxAnswerMegabytes * 1_000_000)
      throw new CliError(`${url} answered with more than ${maxAnswerMegabytes} MB, which is not read.`);
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

/** The management API of a deployment. Requests are repeated under one key, so that nothing is done twice. */
export class ApiClient {
  constructor(
    readonly target: ApiTarget,
    private readonly machine: CliMachine,
  ) {}

  /** Calls a path of the deployment; an answer with an error status is returned too. Throws CliError when it is out of reach. */
  async send(path: string, init: RequestInit, isRepeatable = true): Promise<ApiAnswer> {
    for (let tries = 1; ; tries++) {
      const isLast = !isRepeatable || tries >= maxTries;
      const answer = await this.trySend(path, init, isLast);
      if (answer && (isLast || !isTemporary(answer.status))) return answer;
      const asked = Number(answer?.headers.get("retry-after") ?? 0);
      if (answer && asked > maxWaitSeconds) return answer;
      await this.machine.sleep(asked * 1000 || tries * 1000);
    }
  }

  private async trySend(path: string, init: RequestInit, isLast: boolean): Promise<ApiAnswer | null> {
    const { url } = this.target;
    const signal = AbortSignal.timeout(answerTimeoutMs);
    const headers = { "user-agent": cliUserAgent, ...(init.headers as Record<string, string> | undefined) };
    try {
      const address = new URL(path, `${url}/`).href;
      const answer = await this.machine.fetch(address, { ...init, headers, redirect: "manual", signal });
      return { status: answer.status, headers: answer.headers, text: await readAnswerText(url, answer) };
    } catch (error) {
      if (isCliError(error)) throw error;
      if (!isLast) return null;
      throw new CliError(
        `${url} can’t be reached (${causeOf(error)}). Check the URL and your connection.`,
        exitCodes.outOfReach,
      );
    }
  }

  /** Calls the API as the signed-in person; an answer with an error status is returned too. Throws CliError. */
  async request(path: string, { method = "GET", body, key }: ApiRequest = {}): Promise<ApiAnswer> {
    const { token } = this.target;
    if (token === null) throw refusalError(this.target, 401, "");
    const isChange = method !== "GET";
    const headers = {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      ...(isChange ? { "idempotency-key": key ?? this.machine.newKey() } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return this.send(`/api/v1${path}`, { method, headers, ...sent });
  }

  /** Calls the API as the signed-in person and returns the JSON of its answer. Throws CliError. */
  async call<Answer>(path: string, request: ApiRequest = {}): Promise<Answer> {
    const { status, text } = await this.request(path, request);
    if (!isSuccess(status)) throw refusalError(this.target, status, text);
    return status === noContent ? (null as Answer) : jsonIn<Answer>(this.target, text);
  }
}

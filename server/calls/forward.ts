import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { brokenAnswerOf } from "../../app/net/broken-answers.ts";
import { type CallFailure, callFailureHeader, callTokenHeader } from "../../app/net/call-headers.ts";
import { PrivateAddress } from "./guarded-lookup.ts";
import { answerOf, callUpstream, NotHttp, OnlyAnnounced } from "./upstream.ts";

/** Of one connection alone (RFC 9110 §7.6.1), and ours. */
const notPassed = new Set([
  ...["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "trailer", "te"],
  ...[callTokenHeader, callFailureHeader],
]);

const pairsOf = (raw: readonly string[]): [string, string][] =>
  Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] as string, raw[2 * at + 1] as string]);

/** Some servers send a name that is no token, and signs that no value may have. */
const isName = (name: string) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
const cleaned = (value: string) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, " ");

const passed = (raw: readonly string[]): [string, string][] =>
  pairsOf(raw).flatMap(([name, value]) =>
    isName(name) && !notPassed.has(name.toLowerCase()) ? [[name, cleaned(value)] as [string, string]] : [],
  );

/** A length is passed on where it is the one word on how long the body is. */
function answered({ rawHeaders, headers }: IncomingMessage): string[] {
  const isLength = ([name]: [string, string]) => name.toLowerCase() === "content-length";
  const all = passed(rawHeaders);
  const [first, ...more] = all.filter(isLength);
  const isKept = more.length === 0 && headers["transfer-encoding"] === undefined && /^\d{1,15}$/.test(first?.[1] ?? "");
  return all.filter((each) => isKept || !isLength(each)).flat();
}

/** Whose address is called is asked, as everywhere: nobody speaks to one host in another's name. */
const asked = ({ rawHeaders }: IncomingMessage, { host }: URL): string[] => [
  "Host",
  host,
  ...passed(rawHeaders)
    .filter(([name]) => name.toLowerCase() !== "host")
    .flat(),
];

function failureOf(error: unknown): CallFailure {
  if (error instanceof PrivateAddress) return "private_address";
  if (error instanceof OnlyAnnounced) return "interim";
  return error instanceof NotHttp ? "not_http" : (brokenAnswerOf(error) ?? "unreachable");
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(502, { [callFailureHeader]: failureOf(error), "content-length": "0" }).end();
}

/** With nothing of our own in it, and at once: whoever waits for the body is to know the head. */
function begin(response: ServerResponse, answer: IncomingMessage): void {
  response.sendDate = false;
  // Headers are bytes, and were read as such; a head that is sent alone would be written in UTF-8.
  response.socket?.setDefaultEncoding("latin1");
  response.removeHeader("connection");
  response.writeHead(answer.statusCode ?? 0, answered(answer));
  response.flushHeaders();
}

function send(request: IncomingMessage, call: ClientRequest): void {
  const { "content-length": length = "0", "transfer-encoding": coding } = request.headers;
  if (length === "0" && coding === undefined) call.end();
  else request.on("error", () => call.destroy()).pipe(call);
}

/** What breaks off there breaks off here: nobody takes it for the whole. */
function passOn(answer: IncomingMessage, response: ServerResponse): void {
  answer.on("error", () => undefined).once("close", () => answer.complete || response.destroy());
  answer.pipe(response);
}

const isStatus = (status = 0) => status >= 200 && status <= 999;

/** Makes the call that a request of the worker's stands for, and answers with what came, byte by byte. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  networks: readonly string[],
): Promise<void> {
  try {
    const { method = "GET" } = request;
    const url = new URL(request.url ?? "");
    const call = callUpstream({ url, method, headers: asked(request, url), networks });
    response.once("close", () => call.destroy());
    send(request, call);
    const answer = await answerOf(call);
    if (!isStatus(answer.statusCode)) throw new NotHttp();
    begin(response, answer);
    passOn(answer, response);
  } catch (error) {
    refuse(response, error);
  }
}

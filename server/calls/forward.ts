import { randomUUID } from "node:crypto";
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { brokenAnswerOf } from "../../app/net/broken-answers.ts";
import {
  type CallFailure,
  callFailureHeader,
  callLengthHeader,
  callProcessHeader,
  callTokenHeader,
} from "../../app/net/call-headers.ts";
import { PrivateAddress, TooManyNames } from "./guarded-lookup.ts";
import { answerOf, callUpstream, NotHttp, OnlyAnnounced } from "./upstream.ts";

/** Of one connection alone (RFC 9110 §7.6.1), and ours. */
const notPassed = new Set([
  ...["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "trailer", "te"],
  ...[callTokenHeader, callFailureHeader, callLengthHeader, callProcessHeader],
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

/** How long the body is says nobody but its end: the length that a server names goes along as a word of its own. */
const answered = ({ rawHeaders }: IncomingMessage): string[] =>
  passed(rawHeaders).flatMap(([name, value]) => [
    name.toLowerCase() === "content-length" ? callLengthHeader : name,
    value,
  ]);

/** Whose address is called is asked, as everywhere: nobody speaks to one host in another's name. */
const asked = ({ rawHeaders }: IncomingMessage, { host }: URL): string[] => [
  "Host",
  host,
  ...passed(rawHeaders)
    .filter(([name]) => name.toLowerCase() !== "host")
    .flat(),
];

/** What this machine, or this process, has no more of. https://man7.org/linux/man-pages/man3/errno.3.html */
const ownShortage = new Set([
  ...["EMFILE", "ENFILE", "ENOMEM", "ENOBUFS", "EADDRNOTAVAIL", "EAGAIN", "EAI_MEMORY"],
  ...["ERR_OUT_OF_RANGE", "ERR_MEMORY_ALLOCATION_FAILED"],
]);

/** A fault of ours, or of this machine, says nothing of the other side. */
const isOwn = (error: unknown): boolean =>
  error instanceof TooManyNames ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  ownShortage.has(String((error as { code?: unknown } | null)?.code));

export function failureOf(error: unknown): CallFailure {
  if (error instanceof PrivateAddress) return "private_address";
  if (error instanceof OnlyAnnounced) return "interim";
  if (error instanceof NotHttp) return "not_http";
  return isOwn(error) ? "not_ours" : (brokenAnswerOf(error) ?? "unreachable");
}

/** Another process has another one. */
export const processId = randomUUID();

/** Each answer ends its connection: what a server could write behind its answer would else be the next one's. */
const closing = ["Connection", "close"];

export function refuse(response: ServerResponse, why: CallFailure): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(502, [...closing, callFailureHeader, why]).end();
}

/** With nothing of our own in it but what the worker takes out, and at once: whoever waits for the body is to know the head. */
function begin(response: ServerResponse, answer: IncomingMessage): void {
  response.sendDate = false;
  // Headers are bytes, and were read as such; a head that is sent alone would be written in UTF-8.
  response.socket?.setDefaultEncoding("latin1");
  response.writeHead(answer.statusCode ?? 0, [...closing, callProcessHeader, processId, ...answered(answer)]);
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
    refuse(response, failureOf(error));
  }
}

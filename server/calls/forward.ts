import { randomUUID } from "node:crypto";
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { brokenAnswerReason } from "../../app/net/broken-answers.ts";
import {
  type CallFailure,
  callFailureHeader,
  callLengthHeader,
  callProcessHeader,
  callTokenHeader,
} from "../../app/net/call-headers.ts";
import { PrivateAddressError, TooManyLookupsError } from "./guarded-lookup.ts";
import { awaitUpstreamAnswer, callUpstream, InformationalOnlyError, NotHttpError } from "./upstream.ts";

/** Headers that are not forwarded: those of one connection (RFC 9110 §7.6.1), and our own. */
const notPassed = new Set([
  ...["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "trailer", "te"],
  ...[callTokenHeader, callFailureHeader, callLengthHeader, callProcessHeader],
]);

const pairsOf = (raw: readonly string[]): [string, string][] =>
  Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] as string, raw[2 * at + 1] as string]);

/** Some servers send invalid header names, and characters that no value may have. */
const isName = (name: string) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
const cleaned = (value: string) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, " ");

const passed = (raw: readonly string[]): [string, string][] =>
  pairsOf(raw).flatMap(([name, value]) =>
    isName(name) && !notPassed.has(name.toLowerCase()) ? [[name, cleaned(value)] as [string, string]] : [],
  );

/** Only its end shows the length of the body: a length named by the server is passed on in a header of its own. */
const answered = ({ rawHeaders }: IncomingMessage): string[] =>
  passed(rawHeaders).flatMap(([name, value]) => [
    name.toLowerCase() === "content-length" ? callLengthHeader : name,
    value,
  ]);

/** Sets the host of the called address, so that a request cannot claim another host. */
const asked = ({ rawHeaders }: IncomingMessage, { host }: URL): string[] => [
  "Host",
  host,
  ...passed(rawHeaders)
    .filter(([name]) => name.toLowerCase() !== "host")
    .flat(),
];

/** Errors for exhausted resources of this machine or process. https://man7.org/linux/man-pages/man3/errno.3.html */
const ownShortage = new Set([
  ...["EMFILE", "ENFILE", "ENOMEM", "ENOBUFS", "EADDRNOTAVAIL", "EAGAIN", "EAI_MEMORY"],
  ...["ERR_OUT_OF_RANGE", "ERR_MEMORY_ALLOCATION_FAILED"],
]);

/** An error of ours, or of this machine, is no evidence about the other side. */
const isOwn = (error: unknown): boolean =>
  error instanceof TooManyLookupsError ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  ownShortage.has(String((error as { code?: unknown } | null)?.code));

export function callFailureOf(error: unknown): CallFailure {
  if (error instanceof PrivateAddressError) return "private_address";
  if (error instanceof InformationalOnlyError) return "interim";
  if (error instanceof NotHttpError) return "not_http";
  return isOwn(error) ? "not_ours" : (brokenAnswerReason(error) ?? "unreachable");
}

/** Id of this process; every process has its own. */
export const callProcessId = randomUUID();

/**
 * Each answer ends its connection: extra bytes that a server writes after its answer would otherwise be read as the
 * next answer.
 */
const closing = ["Connection", "close"];

export function sendCallFailure(response: ServerResponse, why: CallFailure): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(502, [...closing, callFailureHeader, why]).end();
}

/**
 * Starts the answer without headers of our own, except those that the worker removes, and at once, so that the worker
 * gets the head before the body.
 */
function begin(response: ServerResponse, answer: IncomingMessage): void {
  response.sendDate = false;
  // Header bytes were read as latin1; a head that is sent alone would be written in UTF-8.
  response.socket?.setDefaultEncoding("latin1");
  response.writeHead(answer.statusCode ?? 0, [...closing, callProcessHeader, callProcessId, ...answered(answer)]);
  response.flushHeaders();
}

function send(request: IncomingMessage, call: ClientRequest): void {
  const { "content-length": length = "0", "transfer-encoding": coding } = request.headers;
  if (length === "0" && coding === undefined) call.end();
  else request.on("error", () => call.destroy()).pipe(call);
}

/** Breaks off here when the source breaks off, so that a part is not taken for the whole. */
function passOn(answer: IncomingMessage, response: ServerResponse): void {
  answer.on("error", () => undefined).once("close", () => answer.complete || response.destroy());
  answer.pipe(response);
}

const isStatus = (status = 0) => status >= 200 && status <= 999;

/** Makes the call that a request of the worker describes, and passes the answer on unchanged. */
export async function forwardCall(
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
    const answer = await awaitUpstreamAnswer(call);
    if (!isStatus(answer.statusCode)) throw new NotHttpError();
    begin(response, answer);
    passOn(answer, response);
  } catch (error) {
    sendCallFailure(response, callFailureOf(error));
  }
}

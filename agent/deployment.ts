import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { minuteMs } from "~/time/durations";
import { correctAgentClock, serverTimeMs, toAgentClock } from "./clock";
import { agentUserAgent, logEvent, StopAgentError } from "./log";
import type { AgentCheck } from "./look";
import { agentProgramOptions } from "./options";
import { dropSentResults, firstWaitingResults, spoolResults } from "./results";

const run = randomUUID();
const resultsPerReport = 1000;

interface DeploymentReply {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

interface DeploymentRequest {
  method: string;
  body?: string | undefined;
  headers: Record<string, string>;
  /** Maximum number of bytes of the answer; the rest is cut. */
  most: number;
}

async function request(url: string, { method, body, headers, most }: DeploymentRequest): Promise<DeploymentReply> {
  const open = url.startsWith("http:") ? http.request : https.request;
  const signal = AbortSignal.timeout(15_000);
  // An error after the answer started is thrown where the answer is read.
  const sent = open(url, { method, headers, signal, agent: false, ...agentProgramOptions.trust }).on(
    "error",
    () => undefined,
  );
  const answered = once(sent, "response") as Promise<[http.IncomingMessage]>;
  sent.end(body);
  const [answer] = await answered;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size > most) break;
  }
  const text = Buffer.concat(parts).subarray(0, most).toString();
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}

/** Time, by a monotonic clock, until which the deployment asked not to be called, five minutes at most. */
let quietUntil = 0;
export const isBackingOff = (): boolean => performance.now() < quietUntil;

function readRetryAfter({ status, headers: { "retry-after": told = "" } }: DeploymentReply): void {
  const wait = /^\d+$/.test(told) ? Number(told) * 1000 : Date.parse(told) - serverTimeMs();
  if ((status === 429 || status === 503) && wait > 0) quietUntil = performance.now() + Math.min(wait, 5 * minuteMs);
}

interface DeploymentCallOptions {
  /** Makes the payload, new for each try; absent = a request for data. */
  payload?: () => object;
  headers?: Record<string, string>;
  most?: number;
}

/** Calls the deployment, signed according to Standard Webhooks 1.0; repeats at once when only our clock was wrong. */
async function call(path: string, given: DeploymentCallOptions, again = true): Promise<DeploymentReply> {
  if (isBackingOff()) throw new StopAgentError("told_to_wait");
  const sent = Date.now();
  const { payload, headers, most = 256 * 1024 } = given;
  const body = payload && JSON.stringify({ sent_at: sent, ...payload() });
  const [id, stamp] = [`msg_${randomUUID()}`, String(Math.floor(serverTimeMs() / 1000))];
  const signer = createHmac("sha256", Buffer.from(agentProgramOptions.secret.replace(/^whsec_/, ""), "base64"));
  const signature = `v1,${signer.update(`${id}.${stamp}.${body ?? ""}`).digest("base64")}`;
  const signed = { "webhook-id": id, "webhook-timestamp": stamp, "webhook-signature": signature };
  const all = { "user-agent": agentUserAgent, "content-type": "application/json", ...signed, ...headers };
  const answer = await request(`${agentProgramOptions.address}/${path}`, {
    method: payload ? "POST" : "GET",
    body,
    headers: all,
    most,
  });
  correctAgentClock(answer.headers.date, sent);
  readRetryAfter(answer);
  const isLate = answer.status === 401 && answer.text.includes("/problems/clock");
  return isLate && again ? call(path, given, false) : answer;
}

/** The monitors to check, and the interval of reports, in minutes. */
export interface FetchedCheckPlan {
  every: number;
  list: AgentCheck[];
  etag: string;
}

/** Returns the present orders; null when they are unchanged. Throws when they cannot be determined. */
export async function fetchCheckPlan({ etag }: FetchedCheckPlan): Promise<FetchedCheckPlan | null> {
  const answer = await call("checks", { headers: { "if-none-match": etag }, most: 16 * 1024 * 1024 });
  if (answer.status === 304) return null;
  if (answer.status !== 200) throw new StopAgentError(`status_${answer.status}`);
  // A truncated answer is invalid JSON: the previous orders then stay in force.
  const { every, checks } = JSON.parse(answer.text) as { every: number; checks: AgentCheck[] };
  if (!(every > 0) || !checks.every(({ id, kind }) => id && kind)) throw new StopAgentError("no_checks");
  logEvent("checks", { every, checks: checks.length });
  return { every, list: checks, etag: answer.headers.etag ?? "" };
}

/**
 * Sends all waiting results, a thousand at a time. Results that are refused as invalid are dropped. Throws if the
 * deployment did not accept the report.
 */
export async function sendResults(): Promise<void> {
  let part = firstWaitingResults(resultsPerReport);
  do {
    const results = part.map(({ since: _since, at, ...each }) => ({ ...each, at: toAgentClock(at) }));
    const answer = await call("results", { payload: () => ({ run, program: agentUserAgent, results }) });
    const isRefused = [400, 413, 422].includes(answer.status) && answer.text.includes("/problems/");
    if (answer.status !== 200 && !isRefused) throw new StopAgentError(`status_${answer.status}`);
    // Proxies on the way may answer 200 with pages of their own, and have accepted nothing.
    JSON.parse(answer.text);
    logEvent(isRefused ? "refused" : "reported", { status: answer.status, results: part.length });
    dropSentResults(part);
    spoolResults();
    const wasWhole = part.length === resultsPerReport;
    part = wasWhole ? firstWaitingResults(resultsPerReport) : [];
    if (!wasWhole) return;
  } while (part.length > 0);
}

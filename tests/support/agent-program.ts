import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { agent } from "./agent-file";
import { type Running, startProgram, temporaryFolder } from "./child";
import { nodeProgram } from "./server";

/** Servers that the agent of a test calls: a deployment that assigns checks and accepts results, and targets. */
const open: Server[] = [];

export function closeServers(): void {
  for (const each of open.splice(0)) {
    each.closeAllConnections();
    each.close();
  }
}

/** Status, body and headers; null = no answer. */
export type Answered = [status: number, body: string, headers?: object] | null;
type Answer = (request: IncomingMessage, body: string) => Answered;

/** Serves without a Date header, because an agent whose clock a test moves would correct it by that. */
export async function serve(answer: Answer): Promise<string> {
  const server = createServer(async (request, response: ServerResponse) => {
    response.sendDate = false;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const answered = answer(request, Buffer.concat(parts).toString());
    if (answered === null) return;
    const [status, body, headers = {}] = answered;
    response.writeHead(status, headers as Record<string, string>).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface SentResult {
  monitor: string;
  at: number;
  code: string;
  detail: string;
  verdict: string;
}
export interface SentReport {
  sent_at: number;
  results: SentResult[];
}

const http = monitorKindOf("http");

/** Returns a check as a deployment assigns it. */
export const httpCheck = (settings: object, more: object = {}) => ({
  ...{ id: "m1", kind: "http", interval: 1, phase: 0, timeout_seconds: 5, retries: 0, settings },
  requests: http?.requests?.(http.settings.parse(settings)),
  ...more,
});

interface Given {
  every?: number;
  /** Returns the answer to a report; by default it is accepted. */
  answer?: (count: number) => Answered;
  /** Returns the answer to a request for checks; by default the given ones. */
  says?: (count: number) => Answered | undefined;
}

/** Starts a deployment that assigns these checks, and records what the agent reports. */
export async function deploymentWith(checks: object[], { every = 1, answer, says }: Given = {}) {
  const reports: SentReport[] = [];
  let asked = 0;
  const url = await serve((request, body) => {
    if (request.url?.endsWith("/checks")) {
      const said = says?.(++asked);
      return said === undefined ? [200, JSON.stringify({ every, checks })] : said;
    }
    reports.push(JSON.parse(body));
    return answer ? answer(reports.length) : [200, "{}"];
  });
  return { url, reports };
}

export const newSpool = () => join(temporaryFolder("agent"), "spool.json");

interface Started {
  spool?: string;
  env?: Record<string, string>;
  /** A module that is loaded before the agent. */
  before?: string;
  args?: string[];
}

export function startAgent(url: string, { spool = newSpool(), env = {}, before, args = [] }: Started = {}): Running {
  const preload = before ? ["--import", `data:text/javascript,${encodeURIComponent(before)}`] : [];
  const given = { UPFRONT_AGENT: url, UPFRONT_AGENT_SECRET: "whsec_AAAA", UPFRONT_AGENT_SPOOL: spool };
  return startProgram(nodeProgram, [...preload, agent, ...args], {
    env: { PATH: process.env.PATH ?? "", ...given, ...env },
  });
}

/** Runs the agent for one round. */
export async function runOnce(url: string, started: Started = {}) {
  const agent = startAgent(url, { ...started, args: ["--once"] });
  const code = await agent.ended;
  return { code, output: agent.output() };
}

import { Webhook } from "standardwebhooks";
import { handleAgentRequest } from "~/agents/api/agent-calls";
import { createAgent, readAgent, rotateAgentSecret } from "~/agents/verbs";
import type { CreateMonitorInput } from "~/monitors/rules/input";
import type { Ctx } from "~/platform/ctx";
import { type Desk, good } from "./desk";
import { watch } from "./monitors";

export interface TestAgent {
  id: string;
  secret: string;
}

/** Creates an agent with its secret. */
export async function makeAgent(desk: Desk, over: { name?: string; every?: number } = {}): Promise<TestAgent> {
  desk.deployment.clock.now += 1000;
  const { pageId } = desk;
  const { id } = await good(createAgent(desk.as("admin"), { pageId, name: "Office", every: 5, ...over }));
  const { secret } = await good(rotateAgentSecret(desk.as("admin"), { pageId, id }));
  return { id, secret };
}

/** Creates a monitor whose results the agent reports. */
export const reportedBy = (desk: Desk, { id }: TestAgent, over: Partial<CreateMonitorInput> = {}): Promise<string> =>
  watch(desk, {
    kind: "push",
    name: "Printer",
    settings: { subject: "printer.lan" },
    interval: 1,
    inARow: 1,
    ...over,
    agentId: id,
  });

export interface Sending {
  what?: "results" | "checks";
  method?: string;
  /** The message's id; a second message with the same id is a repetition. */
  message?: string;
  /** The time that the signature states. */
  at?: number;
  secret?: string;
  headers?: Record<string, string>;
}

let messages = 0;

/** Returns an agent's request, correctly signed by Standard Webhooks unless `sending` says otherwise. */
export function signedRequest(agent: TestAgent, body: unknown, now: number, sending: Sending = {}): Request {
  const { what = "results", method = what === "checks" ? "GET" : "POST", message = `message-${messages++}` } = sending;
  const text = method === "GET" ? "" : typeof body === "string" ? body : JSON.stringify(body);
  const stamp = new Date(sending.at ?? now);
  const headers = {
    "webhook-id": message,
    "webhook-timestamp": String(Math.floor(stamp.getTime() / 1000)),
    "webhook-signature": new Webhook(sending.secret ?? agent.secret).sign(message, stamp, text),
    "cf-connecting-ip": "203.0.113.7",
    ...sending.headers,
  };
  const url = `http://localhost:8787/ingest/agents/${agent.id}/${what}`;
  return new Request(url, { method, headers, ...(method === "GET" ? {} : { body: text }) });
}

/** Returns the answer, after all deferred work is done. */
export async function call(desk: Desk, agent: TestAgent, body: unknown, sending: Sending = {}) {
  const ctx = desk.deployment.ctx();
  const response = await handleAgentRequest(signedRequest(agent, body, ctx.now(), sending), ctx);
  await desk.deployment.settled();
  const text = await response.text();
  return { status: response.status, headers: response.headers, answer: text ? JSON.parse(text) : null, ctx };
}

export const agentNow = (desk: Desk, ctx: Ctx, { id }: TestAgent) => good(readAgent(ctx, { pageId: desk.pageId, id }));

import { Webhook } from "standardwebhooks";
import type { CtxOptions } from "~/platform/ctx";
import { chargeMeter } from "~/platform/meter";
import type { OutboundRequest } from "~/platform/outbound";
import { nodeOutbound } from "./outbound";
import { type TwilioPeer, twilioAnswer, twilioPeer } from "./twilio-peer";

/** A message that one of them accepted or refused. */
export interface Received {
  host: string;
  url: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  /** The body as received. */
  raw: string;
  /** An encrypted message, in place of the body. */
  bytes?: Uint8Array;
  /** The reason for a refusal; null = accepted. */
  refused: string | null;
}

interface Answer {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

const length = (value: unknown): number => [...String(value ?? "")].length;
type Part = Record<string, unknown>;
const parts = (value: unknown): Part[] => (Array.isArray(value) ? (value as Part[]) : []);

/** https://docs.slack.dev/reference/block-kit/blocks, and a webhook's answer to a body that it cannot read. */
function slackRefuses(body: Part): string | null {
  if (length(body.text) === 0 && !body.blocks) return "no_text";
  if (length(body.text) > 40_000) return "msg_too_long";
  if (parts(body.blocks).length > 50) return "invalid_blocks";
  const sections = parts(body.blocks).flatMap((block) => parts(block.elements));
  const runs = sections.flatMap((section) => parts(section.elements));
  const isBad = (run: Part) => run.type === "text" && length(run.text) === 0;
  if (runs.some(isBad)) return "invalid_blocks";
  if (runs.some((run) => run.type === "link" && !URL.canParse(String(run.url)))) return "invalid_blocks";
  return JSON.stringify(body).length > 100_000 ? "invalid_payload" : null;
}

/** https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
function discordRefuses(body: Part): string | null {
  const embeds = parts(body.embeds);
  if (length(body.content) > 2000 || embeds.length > 10) return "50035";
  if (length(body.content) === 0 && embeds.length === 0) return "50006";
  let all = 0;
  for (const { title, description, fields, footer } of embeds) {
    const foot = (footer as Part | undefined)?.text;
    if (length(title) > 256 || length(description) > 4096 || length(foot) > 2048) return "50035";
    if (parts(fields).length > 25) return "50035";
    for (const { name, value } of parts(fields)) {
      if (length(name) < 1 || length(name) > 256 || length(value) < 1 || length(value) > 1024) return "50035";
      all += length(name) + length(value);
    }
    all += length(title) + length(description) + length(foot);
  }
  return all > 6000 ? "50035" : null;
}

/**
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using: 28 KB, one card.
 */
function teamsRefuses(body: Part): string | null {
  const [attachment, ...more] = parts(body.attachments);
  if (JSON.stringify(body).length > 28 * 1024) return "413";
  if (body.type !== "message" || !attachment || more.length > 0) return "TriggerInputSchemaMismatch";
  if (attachment.contentType !== "application/vnd.microsoft.card.adaptive") return "TriggerInputSchemaMismatch";
  const card = attachment.content as Part;
  const isBad = (block: Part) => block.type === "TextBlock" && length(block.text) === 0;
  return card.type !== "AdaptiveCard" || parts(card.body).some(isBad) ? "BadRequest" : null;
}

const refusals: Record<string, (body: Part) => string | null> = {
  "hooks.slack.com": slackRefuses,
  "discord.com": discordRefuses,
  "teams.example.com": teamsRefuses,
};

export interface Receivers {
  received: Received[];
  outbound: NonNullable<CtxOptions["outbound"]>;
  /** Returns the usual answer of the called server. */
  answer(request: OutboundRequest): Promise<Answer>;
  twilio: TwilioPeer;
  /** Hosts that answer differently, or late: returns the answer of that call. */
  instead: Map<string, (request: OutboundRequest) => Promise<Answer | null>>;
  /** Signing secrets by address: messages not signed with them are refused. */
  secrets: Map<string, string>;
}

/** Checks a signature without its age, because the test has its own clock. */
function isSigned(secret: string, { headers = {}, body = "" }: OutboundRequest): boolean {
  const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1000);
  return headers["webhook-signature"] === new Webhook(secret).sign(headers["webhook-id"] ?? "", sentAt, body);
}

/** Parses a form or JSON; anything else is not read. */
function bodyOf({ headers = {}, body = "" }: OutboundRequest): Part {
  if (headers["content-type"] === "application/x-www-form-urlencoded")
    return Object.fromEntries(new URLSearchParams(body));
  return body.startsWith("{") ? (JSON.parse(body) as Part) : {};
}

const twilioHost = "api.twilio.com";

/**
 * Starts other companies' servers as their documentation describes them: Slack, Discord, Teams, Twilio and webhooks.
 * Email leaves by sockets.
 */
export function startReceivers(): Receivers {
  const received: Received[] = [];
  const instead: Receivers["instead"] = new Map();
  const secrets: Receivers["secrets"] = new Map();
  const twilio = twilioPeer();
  const network = nodeOutbound({ networks: ["127.0.0.0/8", "::1"] });
  const refusalOf = (request: OutboundRequest, host: string, body: Part) => {
    const secret = secrets.get(request.url);
    if (secret !== undefined && !isSigned(secret, request)) return "signature";
    if (host === twilioHost) return twilio.refusal(request)?.toString() ?? null;
    return refusals[host]?.(body) ?? null;
  };
  const answerOf = (host: string, refused: string | null): Answer => {
    if (host === twilioHost) return twilioAnswer(refused === null ? null : Number(refused));
    return { status: refused === null ? 200 : 400, text: refused ?? "ok" };
  };
  async function answer(request: OutboundRequest): Promise<Answer> {
    const { url, headers = {}, body: raw = "", bytes } = request;
    const { hostname: host } = new URL(url);
    const body = bodyOf(request);
    const given = await instead.get(host)?.(request);
    const refused = given ? String(given.status) : refusalOf(request, host, body);
    received.push({ host, url, headers, body, raw, refused, ...(bytes ? { bytes } : {}) });
    return given ?? answerOf(host, refused);
  }
  const outbound: Receivers["outbound"] = (around) => ({
    ...network(around),
    async fetch(request) {
      chargeMeter(around.meter, "subrequests", 1);
      const { status, text, headers } = await answer(request);
      return { ok: true, status, text, headers: new Headers(headers), truncated: false, milliseconds: 5 };
    },
  });
  return { received, outbound, answer, twilio, instead, secrets };
}

import { z } from "zod";
import { postingUrlSchema } from "../contract/calls";
import { defineChannelAdapter } from "../contract/contract";
import type { TeamMessage } from "../contract/messages";
import { plainChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const methods = ["POST", "PUT", "PATCH", "GET"] as const;

/** One `Name: value` per line; headers of the connection itself are not allowed. */
const headerLine =
  /^(?!(?:host|content-length|connection|transfer-encoding)\s*:)[A-Za-z0-9-]{1,60}:[ \t]*[\x21-\x7e][\x20-\x7e]{0,1000}$/i;
const linesIn = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== "");

const settings = z.object({
  url: postingUrlSchema("URL", "Enter a URL that starts with https://."),
  method: z.enum(methods).default("POST").meta({ title: "Method" }),
  headers: z
    .string()
    .max(4000)
    .refine((text) => linesIn(text).every((line) => headerLine.test(line)), "Enter one “Name: value” per line.")
    .default("")
    .meta({ title: "Headers, one per line", secret: true, origin: "url", lines: 3 }),
  body: z
    .string()
    .max(8000)
    .default('{"event":"{{event}}","title":"{{title}}","text":"{{text}}","link":"{{link}}"}')
    .meta({
      title: "Body, with {{event}}, {{title}}, {{text}}, {{severity}}, {{page}}, {{link}}, {{thread}}, {{id}}, {{at}}",
      lines: 4,
    }),
});
type Settings = z.output<typeof settings>;

const fieldsOf = (message: TeamMessage, textId: string): Record<string, string> => ({
  event: message.event,
  id: textId,
  at: new Date(message.at).toISOString(),
  title: plainChannelText(message.title, 500),
  text: plainChannelText(message.text, 5000),
  severity: message.severity ?? "",
  page: plainChannelText(message.page.name, 200),
  link: message.link.url,
  thread: message.thread?.id ?? "",
});

/** Returns the escaping for values: within JSON strings, as form values, otherwise none. */
function escapedFor(type: string): (value: string) => string {
  if (/json/i.test(type)) return (value) => JSON.stringify(value).slice(1, -1);
  return /form-urlencoded/i.test(type) ? (value) => encodeURIComponent(value.toWellFormed()) : (value) => value;
}

/** Fills in all fields in one pass, so that a value is never read as a field again. */
const filled = (pattern: string, fields: Record<string, string>, escaped: (value: string) => string): string =>
  pattern.replace(/\{\{(\w{1,20})\}\}/g, (whole, name: string) =>
    Object.hasOwn(fields, name) ? escaped(fields[name] ?? "") : whole,
  );

function headersOf(text: string, body: string): Record<string, string> {
  const made = linesIn(text).map((line) => {
    const [name = "", ...value] = line.split(":");
    return [name.trim().toLowerCase(), value.join(":").trim()];
  });
  const json = /^\s*[[{]/.test(body) ? "application/json" : "text/plain; charset=utf-8";
  return { "content-type": json, ...Object.fromEntries(made) };
}

/** A request with the user's own method, headers and body, with fields filled in. */
export const httpChannelAdapter = defineChannelAdapter<Settings>({
  kind: "http",
  title: "HTTP request",
  intro:
    "For anything with an HTTP API: your own method, headers and body. Fields in {{…}} are filled in, escaped for JSON or forms by Content-Type.",
  settings,
  team({ message, settings: { url, method, headers, body }, textId = message.id }) {
    if (method === "GET") {
      const { "content-type": _, ...rest } = headersOf(headers, "");
      return [{ url, method, headers: rest }];
    }
    const named = headersOf(headers, body);
    const text = filled(body, fieldsOf(message, textId), escapedFor(named["content-type"] ?? ""));
    return [{ url, method, headers: named, body: text }];
  },
  read: channelVerdictOf,
  sampleSettings: {
    url: "https://api.example.com/notify",
    method: "POST",
    headers: "Authorization: Bearer x1y2z3",
    body: '{"event":"{{event}}","title":"{{title}}","text":"{{text}}","link":"{{link}}"}',
  },
  sampleAnswers: {
    sent: { status: 200 },
    refused: { status: 400, text: "unknown field" },
    gone: { status: 410 },
  },
});

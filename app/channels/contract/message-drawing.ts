import { z } from "zod";
import type { ChannelCall } from "./contract";

/** A piece of a line as the other product shows it. */
export interface PreviewTextPiece {
  text: string;
  bold?: boolean;
  /** URL of its link. */
  url?: string;
}

export type PreviewTextLine = PreviewTextPiece[];

export type PreviewMessageTone = "critical" | "warning" | "info" | "good";

/** A message as the other product lays it out, read from the very call that is sent. */
export interface ChannelMessagePreview {
  /** Layout that its reader sees; `text` = as lines, `data` = for programs. */
  layout: "slack" | "discord" | "teams" | "text" | "data";
  /** Tone of its edge or its title; null = none. */
  tone: PreviewMessageTone | null;
  title: PreviewTextLine;
  lines: PreviewTextLine[];
  facts: { name: PreviewTextLine; value: PreviewTextLine }[];
  /** Line below everything else. */
  foot: PreviewTextLine;
  /** Buttons. */
  actions: PreviewTextPiece[];
}

const empty: Omit<ChannelMessagePreview, "layout"> = {
  tone: null,
  title: [],
  lines: [],
  facts: [],
  foot: [],
  actions: [],
};

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };
const read = (text: string) =>
  text.replace(/\\([!-/:-@[-`{-~])|`([^`]+)`|&(?:amp|lt|gt);/g, (found, sign, code) => sign ?? code ?? entities[found]);

/** Reads Markdown as far as Upfront's own messages use it: links in brackets, and escaping backslashes. */
export function parseMarkdownLine(text: string): PreviewTextLine {
  const pieces: PreviewTextLine = [];
  let end = 0;
  for (const found of text.matchAll(/(?<!\\)\[((?:\\.|[^\\\][])*)\]\(([^()\s]+)\)/gs)) {
    if (found.index > end) pieces.push({ text: read(text.slice(end, found.index)) });
    pieces.push({ text: read(found[1] ?? ""), url: found[2] ?? "" });
    end = found.index + found[0].length;
  }
  if (end < text.length) pieces.push({ text: read(text.slice(end)) });
  return pieces;
}

const linesOf = (text: string): PreviewTextLine[] => (text === "" ? [] : text.split("\n").map(parseMarkdownLine));

/** Colours as Discord and Adaptive Cards name them. */
const tones: Record<string | number, PreviewMessageTone> = {
  14232864: "critical",
  16224265: "warning",
  3051770: "info",
  1553002: "good",
  Attention: "critical",
  Warning: "warning",
  Accent: "info",
  Good: "good",
};

const slackElement = z.object({
  type: z.string(),
  text: z.string().optional(),
  url: z.string().optional(),
  style: z.object({ bold: z.boolean().optional() }).optional(),
});
const slackShape = z.object({
  blocks: z.array(z.object({ elements: z.array(z.object({ elements: z.array(slackElement) })) })),
});

/** Splits a run of pieces into lines at their line breaks. */
function brokenLines(pieces: readonly PreviewTextPiece[]): PreviewTextLine[] {
  const lines: PreviewTextLine[] = [[]];
  for (const piece of pieces) {
    const [first = "", ...rest] = piece.text.split("\n");
    if (first) lines.at(-1)?.push({ ...piece, text: first });
    for (const text of rest) lines.push(text ? [{ ...piece, text }] : []);
  }
  return lines;
}

function slack(body: unknown): ChannelMessagePreview | null {
  const found = slackShape.safeParse(body);
  if (!found.success) return null;
  const elements = found.data.blocks.flatMap((block) => block.elements.flatMap((section) => section.elements));
  const pieces = elements.map(
    ({ text = "", url, style }): PreviewTextPiece => ({
      text,
      ...(style?.bold ? { bold: true } : {}),
      ...(url ? { url } : {}),
    }),
  );
  return { ...empty, layout: "slack", lines: brokenLines(pieces) };
}

const discordShape = z.object({
  embeds: z.tuple([
    z.object({
      title: z.string(),
      url: z.string().optional(),
      color: z.number().int().min(0).max(0xffffff).optional(),
      description: z.string().optional(),
      fields: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
      footer: z.object({ text: z.string() }).optional(),
    }),
  ]),
});

function discord(body: unknown): ChannelMessagePreview | null {
  const found = discordShape.safeParse(body);
  if (!found.success) return null;
  const [{ title, url, color, description = "", fields, footer }] = found.data.embeds;
  const heading = parseMarkdownLine(title).map((piece) => ({ ...piece, bold: true, ...(url ? { url } : {}) }));
  return {
    ...empty,
    layout: "discord",
    tone: tones[color ?? ""] ?? null,
    title: heading,
    lines: linesOf(description),
    facts: fields.map(({ name, value }) => ({ name: parseMarkdownLine(name), value: parseMarkdownLine(value) })),
    foot: footer ? [{ text: footer.text }] : [],
  };
}

const cardPart = z.object({
  type: z.string(),
  text: z.string().optional(),
  size: z.string().optional(),
  color: z.string().optional(),
  facts: z.array(z.object({ title: z.string(), value: z.string() })).optional(),
});
const teamsShape = z.object({
  attachments: z.tuple([
    z.object({
      content: z.object({
        body: z.array(cardPart),
        actions: z.array(z.object({ title: z.string(), url: z.string() })).default([]),
      }),
    }),
  ]),
});

function teams(body: unknown): ChannelMessagePreview | null {
  const found = teamsShape.safeParse(body);
  if (!found.success) return null;
  const [{ content }] = found.data.attachments;
  const texts = content.body.filter(({ type }) => type === "TextBlock");
  const [title, ...more] = texts;
  const isSmall = ({ size }: { size?: string | undefined }) => size === "Small";
  return {
    ...empty,
    layout: "teams",
    tone: tones[title?.color ?? ""] ?? null,
    title: parseMarkdownLine(title?.text ?? "").map((piece) => ({ ...piece, bold: true })),
    lines: more.filter((each) => !isSmall(each)).flatMap(({ text = "" }) => linesOf(text)),
    facts: content.body.flatMap(({ facts = [] }) =>
      facts.map((fact) => ({ name: parseMarkdownLine(fact.title), value: parseMarkdownLine(fact.value) })),
    ),
    foot: parseMarkdownLine(more.find(isSmall)?.text ?? ""),
    actions: content.actions.map(({ title: text, url }) => ({ text, url })),
  };
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const asLines = (layout: ChannelMessagePreview["layout"], text: string): ChannelMessagePreview => ({
  ...empty,
  layout,
  lines: text.split("\n").map((each) => [{ text: each }]),
});

const pushShape = z.object({ title: z.string(), body: z.string() });

function push(body: unknown): ChannelMessagePreview | null {
  const found = pushShape.safeParse(body);
  if (!found.success) return null;
  return { ...asLines("text", found.data.body), title: [{ text: found.data.title, bold: true }] };
}

const layouts: Record<string, (body: unknown) => ChannelMessagePreview | null> = {
  slack,
  "slack-bot": slack,
  discord,
  teams,
  "web-push": push,
};

/** Returns the text of an SMS, which is in a form body. */
const textIn = ({ headers, body = "" }: ChannelCall): string | null =>
  headers["content-type"] === "application/x-www-form-urlencoded" ? new URLSearchParams(body).get("Body") : null;

/** Returns a call as the receiver shows it: in its own layout, as text, or as the data that a program gets. */
export function previewChannelCall(kind: string, call: ChannelCall): ChannelMessagePreview {
  const body = parsed(call.body ?? "");
  const drawn = Object.hasOwn(layouts, kind) ? layouts[kind]?.(body) : null;
  if (drawn) return drawn;
  const text = textIn(call);
  if (text !== null) return asLines("text", text);
  return asLines("data", body === null ? (call.body ?? "") : JSON.stringify(body, null, 2));
}

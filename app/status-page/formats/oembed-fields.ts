import type { OembedFormat } from "~/pages/rules/page-links";
import { escapeHtml } from "~/text/escape-html";
import { removeInvalidXmlChars, toPlainTextLine } from "./feed-text";

/** The subject of an embed: a status page, or one of its incidents. */
export interface OembedSubject {
  pageName: string;
  pageUrl: string;
  /** The incident, and when it started as a date in words; absent for the page. */
  incident?: { title: string; url: string; started: string; startedIso: string };
}

/** The largest size that the asking site has room for, in pixels; null = any. */
export interface OembedBounds {
  maxWidth: number | null;
  maxHeight: number | null;
}

const cardSize = { width: 360, height: 260 };
/** Height of the lines that name an incident above the card, in pixels. */
const headHeight = 96;
/** Height below which a card would show less than its state, in pixels. */
const leastCardHeight = 80;
/** Seconds for which a site may keep the answer: its words do not age, and the card in it is always current. */
const cacheSeconds = 3600;

const within = (size: number, most: number | null): number => (most === null ? size : Math.min(size, most));

const cardHtml = ({ pageName, pageUrl }: OembedSubject, width: number, height: number): string =>
  `<iframe src="${escapeHtml(pageUrl)}/embed" title="${escapeHtml(toPlainTextLine(pageName))}" width="${width}" height="${height}" style="border:0" loading="lazy"></iframe>`;

function headHtml({ pageName, incident }: OembedSubject): string {
  if (!incident) return "";
  const link = `<a href="${escapeHtml(incident.url)}">${escapeHtml(toPlainTextLine(incident.title))}</a>`;
  const time = `<time datetime="${incident.startedIso}">${escapeHtml(incident.started)}</time>`;
  return `<blockquote><p>${link}</p><p>${escapeHtml(toPlainTextLine(pageName))} · ${time}</p></blockquote>`;
}

/** Returns an embed of type `rich` (https://oembed.com, 2.3.4.4): the live card, below the incident's name if it is one. */
export function oembedFieldsOf(subject: OembedSubject, bounds: OembedBounds): Record<string, string | number> {
  const head = headHtml(subject);
  const headSpace = head === "" ? 0 : headHeight;
  const width = within(cardSize.width, bounds.maxWidth);
  const height = within(cardSize.height + headSpace, bounds.maxHeight);
  const cardHeight = height - headSpace;
  const isCardShown = head === "" || cardHeight >= leastCardHeight;
  return {
    version: "1.0",
    type: "rich",
    title: toPlainTextLine(subject.incident?.title ?? subject.pageName),
    provider_name: toPlainTextLine(subject.pageName),
    provider_url: subject.pageUrl,
    cache_age: cacheSeconds,
    html: `${head}${isCardShown ? cardHtml(subject, width, cardHeight) : ""}`,
    width,
    height,
  };
}

const asXml = (fields: Record<string, string | number>): string => {
  const elements = Object.entries(fields).map(
    ([name, value]) => `<${name}>${escapeHtml(removeInvalidXmlChars(String(value)))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join("")}</oembed>\n`;
};

/** Media types of the answers (https://oembed.com, 2.3). */
export const oembedMediaTypeByFormat: Record<OembedFormat, string> = {
  json: "application/json; charset=utf-8",
  xml: "text/xml; charset=utf-8",
};

export const oembedText = (fields: Record<string, string | number>, format: OembedFormat): string =>
  format === "xml" ? asXml(fields) : JSON.stringify(fields);

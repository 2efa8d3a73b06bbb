import { escapeHtml } from "~/rules/basics/escape-html";
import { printable } from "./feed-text";
import type { FeedWords } from "./feed-words";

/** What an entry tells, newest first. */
export interface Told {
  url: string;
  updates: readonly { id: string; status: string; html: string; shownAt: number; cut?: true }[];
  /** Of a maintenance, ms. */
  window?: { startsAt: number; endsAt: number };
}

const months = new Map<string, Intl.DateTimeFormat>();

function monthOf(language: string, at: number): string {
  const format = months.get(language) ?? new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" });
  months.set(language, format);
  return format.format(at);
}

const clock = (at: number) => `<var data-var='time'>${new Date(at).toISOString().slice(11, 16)}</var>`;
const day = (language: string, at: number) =>
  `${escapeHtml(monthOf(language, at))} <var data-var='date'>${new Date(at).getUTCDate()}</var>`;
/** As the format has it: "Jun 18, 18:09" with the parts that readers look for marked. */
const instant = (language: string, at: number) => `${day(language, at)}, ${clock(at)}`;

function windowHtml({ startsAt, endsAt }: { startsAt: number; endsAt: number }, words: FeedWords): string {
  const { language, scheduled } = words;
  const sameDay = Math.floor(startsAt / 86_400_000) === Math.floor(endsAt / 86_400_000);
  const end = sameDay ? clock(endsAt) : instant(language, endsAt);
  return `<p><strong>${escapeHtml(scheduled)} ${instant(language, startsAt)} - ${end} UTC</strong></p>`;
}

/** Programs take the first `<strong>` for the state and what follows the dash in the same paragraph for the text. */
function updateHtml(update: Told["updates"][number], url: string, words: FeedWords): string {
  const when = `<small>${instant(words.language, update.shownAt)} UTC</small>`;
  const head = `<p>${when}<br><strong>${escapeHtml(words.status(update.status))}</strong>`;
  if (update.cut) return `${head} - <a href="${escapeHtml(url)}">${escapeHtml(words.cut)}</a></p>`;
  if (update.html.startsWith("<p>")) return `${head} - ${update.html.slice("<p>".length)}`;
  return `${head}</p>${update.html}`;
}

/** The HTML of an entry as Statuspage's feeds have it, so that programs made for them read it. */
export function feedHtml({ url, updates, window }: Told, words: FeedWords): string {
  const first = window ? windowHtml(window, words) : "";
  return printable(first + updates.map((each) => updateHtml(each, url, words)).join(""));
}

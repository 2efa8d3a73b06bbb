import { escapeHtml } from "~/text/escape-html";
import { dayMs } from "~/time/durations";
import { removeInvalidXmlChars } from "./feed-text";
import type { FeedWords } from "./feed-words";

/** The content of an entry, newest update first. */
export interface FeedEntryContent {
  url: string;
  updates: readonly { id: string; status: string; html: string; shownAt: number; cut?: true }[];
  /** True for an announcement. */
  announced?: boolean;
  /** The scheduled time of a maintenance, in ms. */
  window?: { startsAt: number; endsAt: number };
}

type FeedDateFormats = Record<"instant" | "clock", Intl.DateTimeFormat>;

const clockParts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const kept = new Map<string, FeedDateFormats>();
const maxCachedLanguages = 60;

function formatsIn(language: string): FeedDateFormats {
  const known = kept.get(language);
  if (known) return known;
  if (kept.size >= maxCachedLanguages) kept.clear();
  // Programs read the digits, so they are Latin in every language.
  const of = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: "UTC", calendar: "gregory", numberingSystem: "latn", ...options });
  const made = { instant: of({ month: "short", day: "numeric", ...clockParts }), clock: of(clockParts) };
  kept.set(language, made);
  return made;
}

const marked = (name: string, text: string) => `<var data-var='${name}'>${text}</var>`;

/**
 * Writes a time in the language's order, and marks the parts that programs look for: the day's number and the clock.
 */
function written(format: Intl.DateTimeFormat, at: number): string {
  const parts = format.formatToParts(at);
  const isClock = (type: string | undefined) => type === "hour" || type === "minute";
  const first = parts.findIndex(({ type }) => isClock(type));
  const last = parts.findLastIndex(({ type }) => isClock(type));
  const texts = parts.map(({ type, value }, index) => {
    if (type === "day") return marked("date", value);
    if (index < first || index > last) return escapeHtml(value);
    return index === first
      ? marked(
          "time",
          parts
            .slice(first, last + 1)
            .map((each) => each.value)
            .join(""),
        )
      : "";
  });
  return texts.join("");
}

const clock = (language: string, at: number) => written(formatsIn(language).clock, at);
/** Writes a time; in English as in Statuspage's format: "Jun 18, 18:09". */
const instant = (language: string, at: number) => written(formatsIn(language).instant, at);

function windowHtml({ startsAt, endsAt }: { startsAt: number; endsAt: number }, words: FeedWords): string {
  const { language, scheduled } = words;
  const sameDay = Math.floor(startsAt / dayMs) === Math.floor(endsAt / dayMs);
  const end = sameDay ? clock(language, endsAt) : instant(language, endsAt);
  return `<p><strong>${escapeHtml(scheduled)} ${instant(language, startsAt)} - ${end} UTC</strong></p>`;
}

/**
 * Writes an update. Programs take the first `<strong>` as the state and the rest of the paragraph after the dash as the
 * text.
 */
function updateHtml(
  update: FeedEntryContent["updates"][number],
  { url, announced }: FeedEntryContent,
  words: FeedWords,
): string {
  const when = `<small>${instant(words.language, update.shownAt)} UTC</small>`;
  const head = `<p>${when}<br><strong>${escapeHtml(words.status(update.status, announced))}</strong>`;
  if (update.cut) return `${head} - <a href="${escapeHtml(url)}">${escapeHtml(words.cut)}</a></p>`;
  if (update.html.startsWith("<p>")) return `${head} - ${update.html.slice("<p>".length)}`;
  return `${head}</p>${update.html}`;
}

/** Writes the HTML of an entry as Statuspage's feeds have it, so that programs made for them can read it. */
export function feedEntryHtml(told: FeedEntryContent, words: FeedWords): string {
  const { updates, window } = told;
  const first = window ? windowHtml(window, words) : "";
  return removeInvalidXmlChars(first + updates.map((each) => updateHtml(each, told, words)).join(""));
}

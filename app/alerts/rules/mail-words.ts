import { type Severity, severitiesWorstFirst } from "./signal";
import { phrasePositions, splitIntoWords } from "./spoken-words";

/** The reading of a subject: its state by the first word of either list, and the rest without such words. */
export interface ParsedMailSubject {
  status: "firing" | "resolved";
  /** True when the subject has none of the words. */
  isGuess: boolean;
  severity: Severity | null;
  /** Key, which is the same in each email about one alert. */
  key: string;
}

const answers = /^(?:\s*(?:re|fwd?|aw|wg|sv|rv|tr)\s*:)+\s*/i;

/** Returns a subject as its sender wrote it, without prefixes of replies and forwards. */
export const mailSubjectWithoutPrefixes = (subject: string): string => subject.replace(answers, "").trim();

const spoken = (text: string): string => splitIntoWords(text).text;

const phrasesOf = (words: string): string[] =>
  words
    .split(",")
    .map(spoken)
    .filter((each) => each.trim() !== "");

const without = (text: string, phrases: readonly string[]): string =>
  phrases.reduce((left, phrase) => {
    let [before, after] = ["", left];
    while (before !== after) [before, after] = [after, after.replaceAll(phrase, " ")];
    return after;
  }, text);

/** A count such as `[FIRING:2]`, which does not identify the alert. */
const counted = /(?<=\p{L}):\d{1,20}\]/gu;

export interface MailStateWords {
  /** Words or phrases, separated by commas. */
  firing: string;
  resolved: string;
}

const levels = severitiesWorstFirst.map((each) => [each, spoken(each)] as const);

/**
 * Reads a subject, or the text when the subject has none of the words. The alert fires when neither is clear, because a
 * false alarm is better than a missed one.
 */
export function parseMailSubject(given: string, words: MailStateWords, text = ""): ParsedMailSubject {
  const subject = mailSubjectWithoutPrefixes(given).replaceAll(counted, "]");
  const [firing, resolved] = [phrasesOf(words.firing), phrasesOf(words.resolved)];
  const all = [splitIntoWords(subject), splitIntoWords(text.slice(0, 2000))] as const;
  const said = all.map((each) => {
    const [trouble, recovery] = [phrasePositions(each, firing), phrasePositions(each, resolved)];
    // A denied problem counts as firing too, because a false alarm is better than a missed one.
    return [Math.min(recovery.denied, trouble.asserted, trouble.denied), recovery.asserted] as const;
  });
  const [fires, recovers] = said.find(([one, other]) => Math.min(one, other) < Number.POSITIVE_INFINITY) ?? [];
  const key = without(all[0].text, [...firing, ...resolved, ...levels.map(([, word]) => word)]).trim();
  return {
    status: (recovers ?? Number.POSITIVE_INFINITY) < (fires ?? 0) ? "resolved" : "firing",
    isGuess: fires === undefined,
    severity: levels.find(([, word]) => all[0].text.includes(word))?.[0] ?? null,
    key: key.replaceAll(/\s+/g, " "),
  };
}

/**
 * Returns what follows a mark such as `Incident ID:` in the subject or the text, up to the next blank; "" when it is
 * missing.
 */
export function mailKeyAfterPrefix(mark: string, ...texts: string[]): string {
  const wanted = mark.trim().toLowerCase();
  if (wanted === "") return "";
  for (const text of texts) {
    const at = text.toLowerCase().indexOf(wanted);
    const [found = ""] = at < 0 ? [] : (/\S+/.exec(text.slice(at + wanted.length).split(/\r?\n/)[0] ?? "") ?? []);
    if (found !== "") return found;
  }
  return "";
}

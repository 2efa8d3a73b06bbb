import { baseOf, type Entries, isCounted } from "./desk-coverage";
import { brokenMarks, endsInStop, foreignMarks } from "./language-marks";

const gaps = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name).sort();

/** Returns the English model of a text; for a counted form, that of every number but one. */
const modelOf = (english: Entries, key: string) =>
  english.get(isCounted(english, key) ? `${baseOf(key)}_other` : key) ?? "";

/** Compares the gaps of both texts. A form for a single number may use a word in place of the number. */
function hasGapsOf(english: Entries, [key, text]: [string, string]): boolean {
  const bare = (names: string[]) => (isCounted(english, key) ? names.filter((name) => name !== "count") : names);
  const model = gaps(modelOf(english, key));
  const said = gaps(text);
  const counts = !/_other$/.test(key) || said.includes("count") === model.includes("count");
  return String(bare(said)) === String(bare(model)) && counts;
}

/** Texts that end in a dot without being a sentence. */
const noSentence = [/^Nº\b/];

const ownLetters = new Set(["ja", "ar"]);
const word = /[a-z]{2,}/gi;
/** Latin words used in every language, where English may have a longer word. */
const latinEverywhere = "API HTTP ID SMS URL UTC Web ping";
/** Returns Latin words that are not in the English text: such a word was left untranslated. */
function leftWords(language: string, english: string, text: string): string[] {
  if (!ownLetters.has(language)) return [];
  const known = `${english} ${latinEverywhere}`.toLowerCase();
  return (text.replaceAll(/\{\{\w+\}\}/g, "").match(word) ?? []).filter((each) => !known.includes(each.toLowerCase()));
}

/** Commands, addresses and text to type are not prose; figures and lists to type keep their marks in every script. */
const code =
  /`[^`]*`|https?:\/\/\S*|\/manage\/\S*|\$host;|\?\w+=|Name: value|chat:write|Incident ID:|200-299, 301|--[\w-]+|\.\.(?=[“”»」\u202f])|finished, 0 errors|(?<= )\.http\b|[「«][?!][」»]|\*と\?/g;
const figures = /\d[,.:]\d|[a-z][\w.]*, [a-z][\w.]*/g;
function prose(language: string, text: string): string {
  const bare = text.replaceAll(code, "x");
  return ownLetters.has(language) ? bare.replaceAll(figures, "x") : bare;
}

/**
 * Returns true for a sentence that is the same in both languages, so was not translated; names and single words may be.
 */
const isLeft = (english: string, text: string) =>
  text === english && /\p{L}{2,} \p{L}{2,} \p{L}{2,}/u.test(text.replaceAll(/\{\{\w+\}\}|proxy_\S+/g, ""));

const faults: Record<string, (language: string, model: string, text: string) => boolean> = {
  english: (_, model, text) => isLeft(model, text),
  words: (language, model, text) => leftWords(language, model, text).length > 0,
  stop: (_, model, text) => endsInStop(text) !== endsInStop(model) && !noSentence.some((each) => each.test(text)),
  blanks: (_, __, text) => text.trim() !== text || text === "",
  marks: (language, _, text) =>
    brokenMarks(language, prose(language, text)).length > 0 || foreignMarks(language, prose(language, text)),
};

/** Returns the rules that a text of a language breaks, compared with the English that it translates. */
export function faultsOfText(language: string, english: Entries, entry: [key: string, text: string]): string[] {
  const [key, text] = entry;
  const model = modelOf(english, key);
  const named = Object.entries(faults).filter(([, isFault]) => isFault(language, model, text));
  return [...named.map(([name]) => name), ...(hasGapsOf(english, entry) ? [] : ["gaps"])];
}

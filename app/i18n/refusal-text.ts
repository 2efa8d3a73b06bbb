import { type Refusal, type RefusalValue, refusalParts } from "~/failures/refusal";
import english from "~/failures/words/en.json";
import { adapterMessage } from "./adapter-text";
import { fillWordPlaceholders } from "./catalogue-text";
import { durationInUnitsText } from "./length";
import { createWordRoom, type WordRoom } from "./word-room";
import { type CatalogueWords, createCatalogueWords, type WordValues } from "./word-speaker";

const failures: WordRoom<string> = createWordRoom("failures", english);

function valueText(value: RefusalValue, language: string): string | number {
  if (typeof value !== "object") return value;
  if ("seconds" in value) return durationInUnitsText(value.seconds, language);
  if ("key" in value) return failures.wordsIn(language).t(value.key);
  const { list, sentences } = failures.wordsIn(language);
  if ("sentences" in value) return sentences(value.sentences.map((each) => refusalText(each, language)));
  return list(value);
}

const maxCachedTags = 60;
const ownWords = new Map<string, CatalogueWords<string>>();

/** Returns the words of adapters' own files: the sentence itself is the key. */
function ownWordsIn(language: string): CatalogueWords<string> {
  const known =
    ownWords.get(language) ??
    createCatalogueWords<string>(
      (key, filling) => fillWordPlaceholders(adapterMessage(key, language), filling),
      language,
    );
  if (ownWords.size >= maxCachedTags) ownWords.clear();
  ownWords.set(language, known);
  return known;
}

/**
 * Returns the text of a refusal, or of the result of a check or call; a message without a known key is an adapter's own
 * sentence.
 */
export function refusalText(message: Refusal, language: string): string {
  const { key, values } = refusalParts(message);
  const filling: WordValues = {};
  for (const [name, value] of Object.entries(values)) filling[name] = valueText(value, language);
  if (failures.has(key)) return failures.wordsIn(language).t(key, filling);
  return Object.keys(values).length === 0 ? adapterMessage(key, language) : ownWordsIn(language).t(key, filling);
}

export const refusalTexts = (fields: Readonly<Record<string, Refusal>>, language: string): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, refusalText(message, language)]));

/** Returns the same for an optional message: the reason why something is off, or failed the last time. */
export const refusalTextFormatter =
  (language: string) =>
  (message: Refusal | null): string | null =>
    message === null ? null : refusalText(message, language);

/** Returns all of them, joined as sentences. */
export const refusalSentences = (fields: Readonly<Record<string, Refusal>>, language: string): string =>
  failures.wordsIn(language).sentences(Object.values(refusalTexts(fields, language)));

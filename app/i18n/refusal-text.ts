import { partsOf, type Refusal, type RefusalValue } from "~/rules/failures/refusal";
import english from "~/rules/failures/words/en.json";
import { adapterMessage } from "./adapter-text";
import { lengthText } from "./length";
import { type Room, room } from "./room";
import type { Values } from "./speaking";

const failures: Room<string> = room("failures", english);

function valueText(value: RefusalValue, language: string): string | number {
  if (typeof value !== "object") return value;
  if ("seconds" in value) return lengthText(value.seconds, language);
  if ("key" in value) return failures.wordsIn(language).t(value.key);
  const { list, sentences } = failures.wordsIn(language);
  if ("sentences" in value) return sentences(value.sentences.map((each) => refusalText(each, language)));
  return list(value);
}

/** Why something was refused, in a language; what has no key is an adapter's own sentence. */
export function refusalText(message: Refusal, language: string): string {
  const { key, values } = partsOf(message);
  if (!failures.has(key)) return adapterMessage(message, language);
  const filling: Values = {};
  for (const [name, value] of Object.entries(values)) filling[name] = valueText(value, language);
  return failures.wordsIn(language).t(key, filling);
}

export const refusalTexts = (fields: Readonly<Record<string, Refusal>>, language: string): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, refusalText(message, language)]));

import type { PingKind } from "./heartbeat";

/** Words by which a ping counts; none at all = each counts as it came. Case matters. */
export interface PingWords {
  wordsIn: "anywhere" | "subject" | "body";
  failWords: string[];
  successWords: string[];
  startWords: string[];
}

/** What a ping brought along. */
export interface Heard {
  /** Of an email; null = it came by HTTP. */
  subject: string | null;
  /** "" = none. */
  body: string;
}

/** Null: it has no subject to look in. */
function textOf({ subject, body }: Heard, wordsIn: PingWords["wordsIn"]): string | null {
  if (wordsIn === "subject") return subject;
  return wordsIn === "body" || subject === null ? body : `${subject}\n${body}`;
}

/**
 * As Healthchecks filters: a failure's words come first, then those of success, then of a start; a ping with none of them is
 * ignored. `given`: what it is where nothing is filtered.
 */
export function kindByWords(words: PingWords, given: PingKind, heard: Heard): PingKind {
  const { failWords, successWords, startWords, wordsIn } = words;
  const text = textOf(heard, wordsIn);
  const has = (list: string[]) => list.some((word) => text?.includes(word));
  if (text === null || failWords.length + successWords.length + startWords.length === 0) return given;
  if (has(failWords)) return "fail";
  if (has(successWords)) return "success";
  return has(startWords) ? "start" : "ignored";
}

import { isAsciiText } from "~/text/contains-text";
import type { PingKind } from "./heartbeat";

/** Words that give a ping's kind; without any, the address alone decides. Case-sensitive. */
export interface PingKeywords {
  wordsIn: "anywhere" | "subject" | "body";
  failWords: string[];
  successWords: string[];
  startWords: string[];
}

/** Text of a ping. */
export interface PingContent {
  /** Subject of an email; null for a ping by HTTP. */
  subject: string | null;
  /** Body; "" without one. */
  body: string;
  /** True when its charset is not known, so that at most its plain ASCII was read. */
  isGuessed?: true;
}

/** Returns the text to search; null when there is no subject to search. */
function textOf({ subject, body }: PingContent, wordsIn: PingKeywords["wordsIn"]): string | null {
  if (wordsIn === "subject") return subject;
  return wordsIn === "body" || subject === null ? body : `${subject}\n${body}`;
}

/**
 * Returns a ping's kind by Healthchecks' keywords: those of failure first, then those of success, then those of start.
 * A ping without any keyword is ignored, and so is a success whose failure keywords could not be searched. `given` is
 * the kind without keywords.
 */
export function pingKindOfContent(words: PingKeywords, given: PingKind, heard: PingContent): PingKind {
  const { failWords, successWords, startWords, wordsIn } = words;
  const text = textOf(heard, wordsIn);
  const has = (list: string[]) => list.some((word) => text?.includes(word));
  if (text === null || failWords.length + successWords.length + startWords.length === 0) return given;
  if (has(failWords)) return "fail";
  if (has(successWords)) return heard.isGuessed && !failWords.every(isAsciiText) ? "ignored" : "success";
  return has(startWords) ? "start" : "ignored";
}

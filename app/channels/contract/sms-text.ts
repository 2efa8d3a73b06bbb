import { SegmentedMessage } from "sms-segments-calculator";
import { smsChannelText } from "./text-dialects";

/**
 * Returns the number of segments, each of which is paid for: 160 characters of GSM-7, or 70 when one character is not
 * in it.
 */
const sizeOf = (text: string) => {
  const { segmentsCount, encodingName } = new SegmentedMessage(text);
  return { parts: segmentsCount, isSimple: encodingName === "GSM-7" };
};

const mostParts = { simple: 2, other: 3 } as const;

const isFew = (text: string): boolean => {
  const { parts, isSimple } = sizeOf(text);
  return parts <= (isSimple ? mostParts.simple : mostParts.other);
};

export interface SmsParts {
  /** Title; cut only when nothing else is left to cut. */
  title: string;
  text: string;
  /** Lines that stay whole: the link and how to unsubscribe. */
  ends: readonly string[];
}

/** Returns the largest number of characters for which `holds` is true; it must be true for all smaller numbers, too. */
function mostThat(holds: (length: number) => boolean, most: number): number {
  // The whole text usually fits, and counting the segments of a text takes most of a millisecond.
  if (holds(most)) return most;
  let [low, high] = [0, most - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const minTitleChars = 20;
const longest = { title: 100, text: 300 } as const;

const cut = (text: string, most: number) => (most < 4 ? "" : smsChannelText(text.replaceAll(/\s+/g, " "), most));

const printed = ({ title, text, ends }: SmsParts, titleLength: number, textLength: number) =>
  [cut(title, titleLength), cut(text, textLength), ...ends.map((each) => smsChannelText(each, 1000))]
    .filter((line) => line !== "")
    .join("\n");

/** Returns as much of the message as fits two segments, or three of 70 characters; most messages fit whole. */
export function smsBody(parts: SmsParts): string {
  const titleLength = mostThat((length) => isFew(printed(parts, length, 0)), longest.title);
  const textLength = mostThat((length) => isFew(printed(parts, titleLength, length)), longest.text);
  return printed(parts, Math.max(titleLength, minTitleChars), textLength);
}

import { SegmentedMessage } from "sms-segments-calculator";
import { smsText } from "./text";

/** What the network makes of a text, each part paid for: 160 signs of GSM-7, or 70 where one sign is not among them. */
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
  /** Cut only when nothing else is left to cut. */
  title: string;
  text: string;
  /** Stay whole: the way to the rest, and how to leave. */
  ends: readonly string[];
}

/** The most characters for which it holds; it holds for fewer then as well. */
function mostThat(holds: (length: number) => boolean, most: number): number {
  // Usually all of it: counting the parts of a text takes most of a millisecond.
  if (holds(most)) return most;
  let [low, high] = [0, most - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const shortest = 20;
const longest = { title: 100, text: 300 } as const;

const cut = (text: string, most: number) => (most < 4 ? "" : smsText(text.replaceAll(/\s+/g, " "), most));

const printed = ({ title, text, ends }: SmsParts, titleLength: number, textLength: number) =>
  [cut(title, titleLength), cut(text, textLength), ...ends.map((each) => smsText(each, 1000))]
    .filter((line) => line !== "")
    .join("\n");

/** As much of it as fits two parts, or three of seventy signs: most say it all. */
export function smsBody(parts: SmsParts): string {
  const titleLength = mostThat((length) => isFew(printed(parts, length, 0)), longest.title);
  const textLength = mostThat((length) => isFew(printed(parts, titleLength, length)), longest.text);
  return printed(parts, Math.max(titleLength, shortest), textLength);
}

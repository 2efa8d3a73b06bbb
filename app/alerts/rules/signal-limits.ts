import {
  type AlertSignal,
  builtInAlertKeyPrefix,
  type DeliveryReading,
  type Signal,
  type SkippedBodyPart,
  testAlertKeyPrefix,
} from "./signal";

/** Maximum number of alerts in a body; a body with more is refused. */
export const maxAlertsPerBody = 200;

const maxKeyChars = 255;
const maxTitleChars = 255;
const maxBodyChars = 5000;
const maxLabels = 64;
const maxLabelNameChars = 128;
const maxLabelValueChars = 1024;
const maxGroupKeyChars = 1024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu;
// Half a surrogate pair and NUL cannot be stored as UTF-8 text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const unstorable = /[\p{Surrogate}\u0000]/gu;

const isStorable = (text: string) => text.isWellFormed() && !text.includes("\u0000");

/** Returns the text in which U+FFFD replaces characters that no UTF-8 column can store. */
export const toStorableText = (text: string): string => (isStorable(text) ? text : text.replace(unstorable, "\ufffd"));

/** Returns at most `limit` characters; a text that is cut ends with "…". */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const letters = [...text];
  return letters.length <= limit ? text : `${letters.slice(0, limit - 1).join("")}…`;
}

const oneLine = (text: string) => toStorableText(text).replace(controls, " ").trim();

/** Returns why a sender's key cannot be used, or null. A key is never cut, because two alerts must not become one. */
export function alertKeyProblem(key: string): string | null {
  if (key === "") return "the key is empty";
  if ([...key].length > maxKeyChars) return `the key has more than ${maxKeyChars} characters`;
  if (key.search(controls) >= 0 || key.search(unstorable) >= 0) return "the key has control characters";
  const ours = [builtInAlertKeyPrefix, testAlertKeyPrefix].find((prefix) => key.startsWith(prefix));
  return ours ? `keys that start with ${ours} are reserved` : null;
}

function fitLabels(labels: Record<string, string>): Record<string, string> {
  const kept = Object.entries(labels).slice(0, maxLabels);
  return Object.fromEntries(
    kept.map(([name, value]) => [
      truncateText(oneLine(name), maxLabelNameChars),
      truncateText(toStorableText(value), maxLabelValueChars),
    ]),
  );
}

const isLonger = (text: string, limit: number) => text.length > limit && [...text].length > limit;

const isShorter = (fitted: AlertSignal, given: AlertSignal) =>
  isLonger(given.title.trim(), maxTitleChars) ||
  isLonger(given.body, maxBodyChars) ||
  JSON.stringify(fitted.labels).length < JSON.stringify(given.labels).length;

function withinText(signal: AlertSignal): AlertSignal {
  const fitted = {
    ...signal,
    title: truncateText(oneLine(signal.title), maxTitleChars) || truncateText(signal.key, maxTitleChars),
    body: truncateText(toStorableText(signal.body), maxBodyChars),
    link: signal.link === null ? null : toStorableText(signal.link),
    labels: fitLabels(signal.labels),
    groupKey: fitGroupKey(signal.groupKey),
  };
  const flags = signal.flags.map((flag) => truncateText(oneLine(flag), 60)).slice(0, 8);
  return { ...fitted, flags: isShorter(fitted, signal) ? [...flags, "shortened"] : flags };
}

const fitGroupKey = (groupKey: string) => truncateText(toStorableText(groupKey), maxGroupKeyChars);

/**
 * Fits every signal to our limits. Text is cut and flagged `shortened`; an alert whose key cannot be used is skipped as
 * `bad_dedup_key` without affecting the others.
 */
export function limitDeliveryReading(reading: DeliveryReading): DeliveryReading {
  const { signals, skipped } = reading;
  const fitting: Signal[] = [];
  const left: SkippedBodyPart[] = [...skipped];
  for (const signal of signals) {
    if (signal.kind === "close_group") {
      fitting.push({ ...signal, groupKey: fitGroupKey(signal.groupKey) });
      continue;
    }
    const trouble = alertKeyProblem(signal.key);
    if (trouble) left.push({ code: "bad_dedup_key", reason: trouble, key: truncateText(oneLine(signal.key), 80) });
    else fitting.push(withinText(signal));
  }
  return { ...reading, signals: fitting, skipped: left };
}

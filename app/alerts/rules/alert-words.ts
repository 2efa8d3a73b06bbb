import type { AlertSignal } from "./signal";

type AlertTexts = Pick<AlertSignal, "title" | "body" | "link" | "labels" | "groupKey"> & { severity: string | null };

/** Returns what a signal says about an alert besides its state and times. */
export const alertContentOf = (signal: AlertSignal) => ({
  severity: signal.severity,
  title: signal.title,
  body: signal.body,
  link: signal.link,
  labels: signal.labels,
  groupKey: signal.groupKey,
});

const sorted = (labels: Record<string, string>) =>
  JSON.stringify(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)));

export function hasSameAlertContent(alert: AlertTexts, signal: AlertSignal): boolean {
  const { labels, ...content } = alertContentOf(signal);
  const same = Object.entries(content).every(([name, value]) => alert[name as keyof typeof content] === value);
  return same && sorted(labels) === sorted(alert.labels);
}

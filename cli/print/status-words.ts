import type { TextStyle } from "./terminal-text";

interface StatusWord {
  word: string;
  /** Shape beside the word, so that nobody needs colours. */
  mark: string;
  style: TextStyle;
}

const words: Readonly<Record<string, StatusWord>> = {
  operational: { word: "Operational", mark: "✓", style: "green" },
  degraded_performance: { word: "Degraded performance", mark: "~", style: "yellow" },
  partial_outage: { word: "Partial outage", mark: "!", style: "yellow" },
  major_outage: { word: "Major outage", mark: "✗", style: "red" },
  under_maintenance: { word: "Under maintenance", mark: "◦", style: "cyan" },
  "": { word: "No data", mark: "?", style: "dim" },
};

/** Statuses that a person can set. */
export const settableComponentStatuses = Object.keys(words).filter((status) => status !== "");

/** Returns the word of a component's status; an unknown one stays as it is. */
export const statusWord = (status: string): StatusWord => words[status] ?? { word: status, mark: "?", style: "dim" };

/** Returns an instant for people, in UTC. */
export const instantText = (iso: string | null): string =>
  iso === null ? "" : `${iso.slice(0, 16).replace("T", " ")} UTC`;

interface MailLimit {
  value: number;
  unit: "count" | "second" | "minute" | "kilobyte" | "megabyte";
}

/** Limits of a single machine's email listener. The listener enforces these figures, and management shows them. */
export const mailLimits = {
  client: { value: 20, unit: "count" },
  network: { value: 30, unit: "count" },
  all: { value: 60, unit: "count" },
  session: { value: 5, unit: "minute" },
  silence: { value: 30, unit: "second" },
  commands: { value: 100, unit: "count" },
  size: { value: 1, unit: "megabyte" },
  recipients: { value: 5, unit: "count" },
  unknown: { value: 10, unit: "count" },
  headers: { value: 64, unit: "kilobyte" },
  parts: { value: 500, unit: "count" },
  levels: { value: 10, unit: "count" },
  signatures: { value: 5, unit: "count" },
  proof: { value: 5, unit: "second" },
  waiting: { value: 20, unit: "count" },
  waiting_client: { value: 5, unit: "count" },
  spoilt: { value: 2, unit: "count" },
} as const satisfies Record<string, MailLimit>;

export type MailLimitName = keyof typeof mailLimits;

export const mailLimitNames = Object.keys(mailLimits) as MailLimitName[];

/** Limits that are reached without a count: the mail server closes automatically, or the rest continues. */
const uncounted: readonly MailLimitName[] = ["silence", "signatures"];

/** Number of times that each limit has been reached since the listener started. */
export type MailLimitCounts = Partial<Record<MailLimitName, number>>;

export interface ShownMailLimit extends MailLimit {
  name: MailLimitName;
  /** Null when it is not counted, or the listener does not answer. */
  reached: number | null;
}

export function shownMailLimits(reached: MailLimitCounts | null): ShownMailLimit[] {
  return mailLimitNames.map((name) => {
    const isCounted = reached !== null && !uncounted.includes(name);
    return { name, ...mailLimits[name], reached: isCounted ? (reached[name] ?? 0) : null };
  });
}

interface MailLimit {
  value: number;
  unit: "count" | "second" | "minute" | "kilobyte" | "megabyte";
}

/** What the email listener of one machine takes on. It keeps these figures itself, and management shows them. */
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

/** Those of which nobody hears when they are reached: the mail server closes by itself, or the rest goes on. */
const uncounted: readonly MailLimitName[] = ["silence", "signatures"];

/** How often each has been reached since the listener began. */
export type MailLimitsReached = Partial<Record<MailLimitName, number>>;

export interface ShownMailLimit extends MailLimit {
  name: MailLimitName;
  /** Null where nobody counts, or the listener doesn't answer. */
  reached: number | null;
}

export function shownMailLimits(reached: MailLimitsReached | null): ShownMailLimit[] {
  return mailLimitNames.map((name) => {
    const isCounted = reached !== null && !uncounted.includes(name);
    return { name, ...mailLimits[name], reached: isCounted ? (reached[name] ?? 0) : null };
  });
}

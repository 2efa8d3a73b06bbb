import { type MailLimitCounts, type MailLimitName, mailLimits } from "../../app/plan/mail-limits.ts";
import { minuteMs } from "../../app/time/durations.ts";

const scales = { count: 1, second: 1000, minute: minuteMs, kilobyte: 1024, megabyte: 1_000_000 } as const;

/** Returns a limit as a count, in ms or in bytes. */
export function mailLimitValue(name: MailLimitName): number {
  const { value, unit } = mailLimits[name];
  return value * scales[unit];
}

/** Number of times that each limit has been reached since the start. */
export class MailLimitCounter {
  private readonly counts: MailLimitCounts = {};

  count(name: MailLimitName): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** Binding by which the worker asks for the counts. */
  get binding(): { mailLimits: () => Response } {
    return { mailLimits: () => Response.json(this.counts) };
  }

  /** Returns one count, for tests and for callers in this process. */
  of(name: MailLimitName): number {
    return this.counts[name] ?? 0;
  }
}

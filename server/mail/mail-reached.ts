import { type MailLimitName, type MailLimitsReached, mailLimits } from "../../app/plan/mail-limits.ts";

const scales = { count: 1, second: 1000, minute: 60_000, kilobyte: 1024, megabyte: 1_000_000 } as const;

/** A limit in pieces, ms or bytes. */
export function mostOf(name: MailLimitName): number {
  const { value, unit } = mailLimits[name];
  return value * scales[unit];
}

/** How often each limit has been reached since the start. */
export class MailReached {
  private readonly counts: MailLimitsReached = {};

  count(name: MailLimitName): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** For the runtime: the worker asks by it. */
  get binding(): { mailLimits: () => Response } {
    return { mailLimits: () => Response.json(this.counts) };
  }

  /** For tests, and for whoever has it at hand. */
  of(name: MailLimitName): number {
    return this.counts[name] ?? 0;
  }
}

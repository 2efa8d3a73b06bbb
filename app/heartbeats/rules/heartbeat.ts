/** Schedule by the clock of a zone: a cron expression, or a calendar event as of `OnCalendar=` in a systemd timer. */
export interface ClockSchedule {
  kind: "cron" | "calendar";
  expression: string;
  timeZone: string;
}

/** Times at which a ping is expected: every so many seconds, or by a clock. */
export type HeartbeatSchedule = { kind: "simple"; periodSeconds: number } | ClockSchedule;

export type PingKind = "success" | "start" | "fail" | "log" | "ignored";

/** One ping as its heartbeat's row stores it; the names are short, as a hundred pings are read with each one. */
export interface StoredPing {
  /** Number, from 1. */
  n: number;
  /** Id made before it is written, so that a ping that is written again after a lost answer counts once. */
  id?: string;
  /** Instant, UTC ms. */
  at: number;
  kind: PingKind;
  /** Run id. */
  rid?: string;
  /** Exit status, when the ping had one. */
  exit?: number;
  method: string;
  from: string;
  agent: string;
  /** True when it had a body. */
  body?: boolean;
}

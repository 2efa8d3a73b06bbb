/**
 * Schedule by the clock of a time zone: a cron expression, or a calendar event as in `OnCalendar=` of a systemd timer.
 */
export interface ClockSchedule {
  kind: "cron" | "calendar";
  expression: string;
  timeZone: string;
}

/** Times at which a ping is expected: at a fixed period in seconds, or by a clock. */
export type HeartbeatSchedule = { kind: "simple"; periodSeconds: number } | ClockSchedule;

export type PingKind = "success" | "start" | "fail" | "log" | "ignored";

/**
 * One ping as its heartbeat's row stores it. The names are short, because a hundred pings are read with each heartbeat.
 */
export interface StoredPing {
  /** Number of the ping, starting with 1. */
  n: number;
  /** Id that is created before writing, so that a ping that is written twice after a lost response counts once. */
  id?: string;
  /** Time of the ping, UTC ms. */
  at: number;
  kind: PingKind;
  /** Run id. */
  rid?: string;
  /** Exit status, if the ping reported one. */
  exit?: number;
  method: string;
  from: string;
  agent: string;
  /** True when the ping had a body. */
  body?: boolean;
}

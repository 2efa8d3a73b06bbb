/** By the clocks of a zone: a cron expression, or a calendar event as of `OnCalendar=` in a systemd timer. */
export interface ClockSchedule {
  kind: "cron" | "calendar";
  expression: string;
  timeZone: string;
}

/** When a ping is expected: each so many seconds, or by a clock. */
export type Schedule = { kind: "simple"; periodSeconds: number } | ClockSchedule;

export type PingKind = "success" | "start" | "fail" | "log" | "ignored";

/** One ping as the row of its heartbeat keeps it; short names, as a hundred of them travel with each ping. */
export interface KeptPing {
  /** Its number, from 1. */
  n: number;
  /** Made for it before it is written, so that one that is written twice after a lost answer counts once. */
  id?: string;
  /** UTC ms. */
  at: number;
  kind: PingKind;
  /** Run id. */
  rid?: string;
  /** Exit status, where that was told. */
  exit?: number;
  method: string;
  from: string;
  agent: string;
  /** It brought a body. */
  body?: boolean;
}

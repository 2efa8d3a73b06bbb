import type { Outbound } from "~/platform/outbound";

/** A mail as it arrived at the other end, whatever the way. */
export interface Arrived {
  to: string;
  fromName: string;
  fromAddress: string;
  subject: string;
  text: string;
  html: string;
  /** By name in lower case. */
  headers: Map<string, string>;
}

/** The other end of a kind of mailer, on this machine. */
export interface MailPeer {
  settings: Record<string, unknown>;
  outbound: Outbound;
  arrived(): Arrived[];
  /** Each mail gets a Message-ID of its own there: References alone hold the thread. */
  givesOwnId?: boolean;
  /** Refuses these for ever, others not. */
  refuse(by: (to: string) => boolean): void;
  close(): Promise<void>;
}

import type { Outbound } from "~/platform/outbound";

/** An email as it was received, by any way. */
export interface Arrived {
  to: string;
  fromName: string;
  fromAddress: string;
  subject: string;
  text: string;
  html: string;
  /** Headers by name in lower case. */
  headers: Map<string, string>;
}

/** The receiving end of a kind of mailer, on this machine. */
export interface MailPeer {
  settings: Record<string, unknown>;
  outbound: Outbound;
  arrived(): Arrived[];
  /** True when it gives each email its own Message-ID: then only References keep the thread together. */
  givesOwnId?: boolean;
  /** Permanently refuses these recipients, and no others. */
  refuse(by: (to: string) => boolean): void;
  close(): Promise<void>;
}

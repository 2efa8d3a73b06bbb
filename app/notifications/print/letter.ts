/** A mail as its reader gets it; who hands it over adds sender, receiver and Message-ID. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
  /** Beyond the usual: List-Unsubscribe, References, Auto-Submitted …; one line each. */
  headers: Record<string, string>;
}

/** Who is told. `generation` is that of a subscriber's links; language and zone are those chosen when subscribing. */
export type Recipient =
  | {
      kind: "subscriber";
      id: string;
      pageId: string;
      address: string;
      language: string;
      timeZone: string;
      generation: number;
      /** The kind of channel by which they are told; `email` = by mail. */
      channel?: string;
      /** Elsewhere than by mail: what they gave for it, sealed. */
      targetSealed?: string | null;
    }
  | {
      kind: "person";
      id: string;
      address: string;
      name: string;
      /** Of their account; null = not known. */
      language: string | null;
      timeZone: string | null;
    }
  | { kind: "address"; address: string };

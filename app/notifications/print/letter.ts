/** An email as its reader gets it; the sending code adds sender, receiver and Message-ID. */
export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
  /** Additional headers (List-Unsubscribe, References, Auto-Submitted …), one on each line. */
  headers: Record<string, string>;
}

/**
 * The recipient of a notice. `generation` is that of a subscriber's links; language and zone were chosen when
 * subscribing.
 */
export type EmailRecipient =
  | {
      kind: "subscriber";
      id: string;
      pageId: string;
      address: string;
      language: string;
      timeZone: string;
      generation: number;
      /** Kind of channel; `email` = by email. */
      channel?: string;
      /** Settings that the subscriber gave for a way other than email, sealed. */
      targetSealed?: string | null;
    }
  | {
      kind: "person";
      id: string;
      address: string;
      name: string;
      /** Language and time zone of their account; null = not known. */
      language: string | null;
      timeZone: string | null;
    }
  | { kind: "address"; address: string };

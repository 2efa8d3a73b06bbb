import type { Words } from "~/i18n/words";
import type { StateLetter } from "~/status/state-letter";
import type { EmailTimes } from "./times";

/** Sender of the email: a page, or the deployment itself. `accent` is a `#rrggbb` that is readable on white. */
export interface EmailBrand {
  name: string;
  url: string;
  accent: string;
}

/** The reader's language and time zone. */
export interface EmailReader {
  words: Words;
  times: EmailTimes;
  /** Language of the texts that the page's team wrote, when it differs from the reader's (WCAG 3.1.2). */
  written?: string | undefined;
}

export interface EmailContentState {
  /** Letter of the status mark; emails show scheduled maintenance by its dates. */
  letter: Exclude<StateLetter, "w">;
  word: string;
}

/**
 * A part of an email. Texts may come from anyone; only `html` was sanitised when it was stored. `spoken` means that no
 * person wrote the text.
 */
export type EmailContentBlock =
  | { kind: "text"; text: string }
  | { kind: "heading"; text: string }
  | {
      kind: "update";
      word: string;
      when: string;
      html: string;
      text: string;
      notes: string[];
      fresh: boolean;
      spoken?: boolean;
    }
  | { kind: "states"; items: { name: string; state: EmailContentState }[] }
  | { kind: "facts"; items: { name: string; value: string }[] }
  | { kind: "code"; about: string; code: string }
  | { kind: "button"; text: string; url: string }
  | { kind: "note"; text: string };

export interface EmailLink {
  text: string;
  url: string;
}

/** An email as facts and words, from which `print` makes both HTML and plain text. */
export interface EmailContent {
  brand: EmailBrand;
  subject: string;
  /** Text that email programs show beside the subject in lists. */
  preheader: string;
  state: EmailContentState | null;
  title: string;
  /** True when no person wrote the title, so it is in the reader's language. */
  spoken?: boolean;
  blocks: EmailContentBlock[];
  /** Lines which explain why the reader gets the email and whose time zone it uses. */
  foot: string[];
  links: EmailLink[];
}

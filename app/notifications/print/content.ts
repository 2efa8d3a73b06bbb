import type { Words } from "~/i18n/words";
import type { StateLetter } from "~/status/state-letter";
import type { Times } from "./times";

/** Whose mail it is: a page's, or the deployment's own. `accent` is a `#rrggbb` that can be read on white. */
export interface Brand {
  name: string;
  url: string;
  accent: string;
}

/** Who reads: the words of their language and the times of their zone. */
export interface Reader {
  words: Words;
  times: Times;
  /** The language of what the page's people write, where the words are in another (WCAG 3.1.2). */
  written?: string | undefined;
}

export interface State {
  /** Mails tell of work to come by its dates. */
  letter: Exclude<StateLetter, "w">;
  word: string;
}

/** What stands in a mail, in order. Texts come from anybody; `html` alone was made safe when it was stored. What is `spoken`, no person wrote. */
export type Block =
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
  | { kind: "states"; items: { name: string; state: State }[] }
  | { kind: "facts"; items: { name: string; value: string }[] }
  | { kind: "code"; about: string; code: string }
  | { kind: "button"; text: string; url: string }
  | { kind: "note"; text: string };

export interface Link {
  text: string;
  url: string;
}

/** A mail as facts and words; `print` makes HTML and plain text of the same. */
export interface Content {
  brand: Brand;
  subject: string;
  /** What lists of mails show beside the subject. */
  preheader: string;
  state: State | null;
  title: string;
  /** No person wrote the title: it is in the reader's words. */
  spoken?: boolean;
  blocks: Block[];
  /** Why the reader gets it, whose times these are. */
  foot: string[];
  links: Link[];
}

/** @jsxImportSource ~/html */

import type { Child } from "~/html/jsx-runtime";
import { spokenTitle } from "~/i18n/said-title";
import type { StateLetter } from "~/status/state-letter";
import type { SaidTitle } from "~/text/said-title";
import type { Frame } from "./frame";

interface LeadProps {
  frame: Frame;
  /** Whose colour the field has. */
  letter: StateLetter;
  /** What kind of thing the title names. */
  kind: string;
  title: string;
  /** What it says, where no person wrote it. */
  titleSaid?: SaidTitle | undefined;
  children: Child;
}

/** The head of one thing's page. */
export const Lead = ({ frame, letter, kind, title, titleSaid, children }: LeadProps) => (
  <div class={`lead ${letter}`}>
    <p class="kind">{kind}</p>
    <h1 dir="auto" lang={titleSaid ? undefined : frame.written}>
      {titleSaid ? spokenTitle(frame.words, titleSaid) : title}
    </h1>
    {children}
  </div>
);

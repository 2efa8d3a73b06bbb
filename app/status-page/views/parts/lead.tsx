/** @jsxImportSource ~/html */

import type { Child } from "~/html/jsx-runtime";
import { spokenTitle } from "~/i18n/said-title";
import type { StateLetter } from "~/status/state-letter";
import type { SaidTitle } from "~/text/said-title";
import type { Frame } from "./frame";

interface LeadProps {
  frame: Frame;
  /** The letter of the field's colour. */
  letter: StateLetter;
  /** The kind of thing that the title names. */
  kind: string;
  title: string;
  /** The key of a generated title; absent when a person wrote it. */
  titleSaid?: SaidTitle | undefined;
  children: Child;
}

/** Shows the head of an incident's, maintenance's or component's page. */
export const Lead = ({ frame, letter, kind, title, titleSaid, children }: LeadProps) => (
  <div class={`lead ${letter}`}>
    <p class="kind">{kind}</p>
    <h1 dir="auto" lang={titleSaid ? undefined : frame.written}>
      {titleSaid ? spokenTitle(frame.words, titleSaid) : title}
    </h1>
    {children}
  </div>
);

/** @jsxImportSource ~/html */

import type { Child } from "~/html/jsx-runtime";
import type { StateLetter } from "~/rules/basics/state-letter";
import type { Frame } from "./frame";

interface LeadProps {
  frame: Frame;
  /** Whose colour the field has. */
  letter: StateLetter;
  /** What kind of thing the title names. */
  kind: string;
  title: string;
  children: Child;
}

/** The head of one thing's page. */
export const Lead = ({ frame, letter, kind, title, children }: LeadProps) => (
  <div class={`lead ${letter}`}>
    <p class="kind">{kind}</p>
    <h1 dir="auto" lang={frame.written}>
      {title}
    </h1>
    {children}
  </div>
);

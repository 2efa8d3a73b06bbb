/** @jsxImportSource ~/ui/html */
import type { Child } from "~/ui/html/jsx-runtime";
import type { StateLetter } from "./state";

interface LeadProps {
  /** Whose colour the field has. */
  letter: StateLetter;
  /** What kind of thing the title names. */
  kind: string;
  title: string;
  children: Child;
}

/** The head of one thing's page. */
export const Lead = ({ letter, kind, title, children }: LeadProps) => (
  <div class={`lead ${letter}`}>
    <p class="kind">{kind}</p>
    <h1 dir="auto">{title}</h1>
    {children}
  </div>
);

/** @jsxImportSource ~/html */

import type { HtmlChild } from "~/html/jsx-runtime";
import { automaticTitleText } from "~/i18n/said-title";
import type { StateLetter } from "~/status/state-letter";
import type { AutomaticTitle } from "~/text/said-title";
import type { RenderContext } from "./frame";

interface DetailPageHeadProps {
  frame: RenderContext;
  /** The letter of the field's colour. */
  letter: StateLetter;
  /** The kind of thing that the title names. */
  kind: string;
  title: string;
  /** The key of a generated title; absent when a person wrote it. */
  titleSaid?: AutomaticTitle | undefined;
  children: HtmlChild;
}

/** Shows the head of an incident's, maintenance's or component's page. */
export const DetailPageHead = ({ frame, letter, kind, title, titleSaid, children }: DetailPageHeadProps) => (
  <div class={`lead ${letter}`}>
    <p class="kind">{kind}</p>
    <h1 dir="auto" lang={titleSaid ? undefined : frame.written}>
      {titleSaid ? automaticTitleText(frame.words, titleSaid) : title}
    </h1>
    {children}
  </div>
);

/** @jsxImportSource ~/html */
import type { RenderContext } from "../parts/frame";

interface SnippetProps {
  frame: RenderContext;
  id: string;
  label: string;
  text: string;
}

/** Characters of a line on a phone, for browsers that cannot fit a field to its text. */
const charsPerLine = 34;

/** Shows a text whole, to be selected and copied manually; a script adds a button (copy-script). */
export const SnippetField = ({ frame: { words }, id, label, text }: SnippetProps) => (
  <div class="snippet">
    <label for={id}>{label}</label>
    <textarea id={id} rows={`${Math.ceil(text.length / charsPerLine)}`} readonly spellcheck="false" dir="ltr">
      {text}
    </textarea>
    <button type="button" data-copy={id} data-copied={words.t("elsewhere.copied")} hidden>
      {words.t("elsewhere.copy")}
    </button>
  </div>
);

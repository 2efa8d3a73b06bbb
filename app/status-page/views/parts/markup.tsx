/** @jsxImportSource ~/html */
import { trustedHtml } from "~/html/jsx-runtime";
import { automaticUpdateText } from "~/i18n/usual-updates";
import type { RenderContext } from "./frame";

interface MarkdownBodyProps {
  frame: RenderContext;
  said: { html: string; cut?: true; said?: string };
}

/**
 * Prints HTML. Markdown from people was parsed and sanitised when saved, so it is printed unchanged; generated texts
 * are in the reader's language.
 */
export function MarkdownBody({ frame, said }: MarkdownBodyProps) {
  if (said.cut) return <p class="note">{frame.words.t("incident.cut")}</p>;
  const own = automaticUpdateText(frame.words, said);
  if (own) return <div class="md">{trustedHtml(own.html)}</div>;
  return (
    <div class="md" dir="auto" lang={frame.written}>
      {trustedHtml(said.html)}
    </div>
  );
}

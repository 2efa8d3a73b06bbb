/** @jsxImportSource ~/html */
import { trustedHtml } from "~/html/jsx-runtime";
import { translateUpdate } from "~/i18n/usual-updates";
import type { Frame } from "./frame";

interface MarkupProps {
  frame: Frame;
  said: { html: string; cut?: true; said?: string };
}

/**
 * Prints HTML. Markdown from people was parsed and sanitised when saved, so it is printed unchanged; generated texts
 * are in the reader's language.
 */
export function Markup({ frame, said }: MarkupProps) {
  if (said.cut) return <p class="note">{frame.words.t("incident.cut")}</p>;
  const own = translateUpdate(frame.words, said);
  if (own) return <div class="md">{trustedHtml(own.html)}</div>;
  return (
    <div class="md" dir="auto" lang={frame.written}>
      {trustedHtml(said.html)}
    </div>
  );
}

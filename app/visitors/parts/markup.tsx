/** @jsxImportSource ~/html */
import { trusted } from "~/html/jsx-runtime";
import type { Frame } from "./frame";

interface MarkupProps {
  frame: Frame;
  said: { html: string; cut?: true };
}

/** What the desk wrote in Markdown: parsed and made safe at save, so it is printed as it is. */
export const Markup = ({ frame, said }: MarkupProps) =>
  said.cut ? (
    <p class="note">{frame.words.t("incident.cut")}</p>
  ) : (
    <div class="md" dir="auto" lang={frame.written}>
      {trusted(said.html)}
    </div>
  );

/** @jsxImportSource ~/ui/html */
import { trusted } from "~/ui/html/jsx-runtime";

/** What the desk wrote in Markdown: parsed and made safe at save (protocols §8), so it is printed as it is. */
export const Markup = ({ html }: { html: string }) => (
  <div class="md" dir="auto">
    {trusted(html)}
  </div>
);

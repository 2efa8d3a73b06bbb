import type { PageTrail } from "~/ui/frame/trail";
import { importsPath } from "./import-links";
import { wordsIn } from "./words/words";

/** The trail of a page below the imports. */
export const importsTrail: PageTrail<{ slug: string }> = ({ slug }, language) => [
  { to: importsPath(slug), name: wordsIn(language).t("list.title") },
];

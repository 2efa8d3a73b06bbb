import type { PageTrail } from "~/ui/frame/trail";
import { wordsIn } from "./words/words";

/** Path of the page of configuration files. */
export const configurationPath = (slug: string): string => `/manage/${slug}/configuration`;

/** The trail of a page below it. */
export const configurationTrail: PageTrail<{ slug: string }> = ({ slug }, language) => [
  { to: configurationPath(slug), name: wordsIn(language).t("page.title") },
];

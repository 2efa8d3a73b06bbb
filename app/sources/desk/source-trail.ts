import type { PageTrail } from "~/ui/frame/trail";
import { wordsIn } from "./words/words";

interface SourcePageData {
  /** Path of the source. */
  here: string;
  name: string;
}

/** The way to a page about a source. */
export const sourceTrail: PageTrail<SourcePageData> = ({ here, name }) => [{ to: here, name }];

/** The way to a delivery of a source. */
export const deliveryTrail: PageTrail<SourcePageData> = (source, language) => [
  ...sourceTrail(source, language),
  { to: `${source.here}/deliveries`, name: wordsIn(language).t("delivery.section") },
];

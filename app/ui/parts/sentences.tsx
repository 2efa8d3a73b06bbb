import { Children, Fragment, type ReactNode } from "react";
import { sentenceSeparator } from "~/i18n/word-speaker";
import { useLanguage } from "./viewer";

/** Sentences in a row, with a space between them in languages that use one. */
export function Sentences({ children }: { children: ReactNode }) {
  const gap = sentenceSeparator(useLanguage());
  const parts = Children.toArray(children);
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has no name, and none changes its place
    <Fragment key={at}>
      {at > 0 ? gap : null}
      {part}
    </Fragment>
  ));
}

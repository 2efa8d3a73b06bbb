/** @jsxImportSource ~/html */
import { lengthText } from "~/i18n/span";
import type { Words } from "~/i18n/words";

export type FailureKind = "missing" | "gone" | "unknown" | "away" | "limited";

/** Heading and title; `wait`: ms until it may be asked again. */
export const headingOf = (words: Words, kind: FailureKind, wait: number): string =>
  kind === "limited" ? words.t("unlock.limited", { length: lengthText(words, wait) }) : words.t(`failure.${kind}`);

interface FailurePageProps {
  words: Words;
  kind: FailureKind;
  heading: string;
  /** The page's front, where there is one to go to. */
  home: string | null;
  /** Where a passphrase is typed. */
  unlock: string | null;
}

/** What to say when there is nothing to show: the same words for every page, known or not. */
export const FailurePage = ({ words: { t }, kind, heading, home, unlock }: FailurePageProps) => (
  <main class="failure" id="main">
    <h1>{heading}</h1>
    {kind === "limited" ? null : <p>{t(`failure.${kind}_about`)}</p>}
    {unlock === null || kind !== "missing" ? null : (
      <p class="more">
        <a href={unlock}>{t("failure.unlock")}</a>
      </p>
    )}
    {home === null ? null : (
      <p class="more">
        <a href={home}>{t("failure.home")}</a>
      </p>
    )}
  </main>
);

/** @jsxImportSource ~/html */
import { lengthText } from "~/i18n/span";
import type { Words } from "~/i18n/words";

export type FailureKind =
  | "missing"
  | "gone"
  | "unknown"
  | "away"
  | "limited"
  | "foreign"
  | "large"
  | "unreadable"
  | "method"
  | "unsent"
  | "host"
  | "defect";

/** Those of a form that may be filled in again. */
const again: readonly FailureKind[] = ["foreign", "unreadable"];

/** Heading and title; `wait`: ms until it may be asked again. */
export const headingOf = (words: Words, kind: FailureKind, wait: number): string =>
  kind === "limited" ? words.t("unlock.limited", { length: lengthText(words, wait) }) : words.t(`failure.${kind}`);

interface FailurePageProps {
  words: Words;
  kind: FailureKind;
  heading: string;
  around: {
    /** The page's front, where there is one to go to. */
    home: string | null;
    /** Where a passphrase is typed. */
    unlock: string | null;
    /** Where the form that was refused is to be found. */
    form?: string;
  };
}

const Way = ({ to, text }: { to: string; text: string }) => (
  <p class="more">
    <a href={to}>{text}</a>
  </p>
);

/** What to say when there is nothing to show: the same words for every page, known or not. */
export const FailurePage = ({ words: { t }, kind, heading, around: { home, unlock, form } }: FailurePageProps) => (
  <main class="failure" id="main">
    <h1>{heading}</h1>
    {kind === "limited" ? null : <p>{t(`failure.${kind}_about`)}</p>}
    {unlock === null || kind !== "missing" ? null : <Way to={unlock} text={t("failure.unlock")} />}
    {form !== undefined && again.includes(kind) ? <Way to={form} text={t("failure.form")} /> : null}
    {home === null ? null : <Way to={home} text={t("failure.home")} />}
  </main>
);

/** @jsxImportSource ~/html */
import { lengthText } from "~/i18n/span";
import type { Words } from "~/i18n/words";
import { AsOf } from "../parts/as-of";
import { headSeen, stateText } from "../parts/field-text";
import { StateMark } from "../parts/state";
import { Layout } from "./layout";
import type { Scene } from "./scene";

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

/** Whose page it would be is not said: the same head for every address. */
export const NobodysHeader = ({ words: { t } }: { words: Words }) => (
  <header>
    <p class="brand">
      <span>{t("failure.brand")}</span>
    </p>
  </header>
);

interface FailureWithinProps {
  scene: Scene;
  kind: FailureKind;
  heading: string;
  /** It stays so. */
  current: boolean;
}

/** What to say below a page that its reader may see: within it, with how it is. */
export const FailureWithin = ({ scene, kind, heading, current }: FailureWithinProps) => {
  const { frame, page } = scene;
  const { t } = frame.words;
  const { letter, state } = headSeen(page);
  return (
    <Layout frame={frame} page={page} short>
      <div class="lead n">
        <h1>{heading}</h1>
        {kind === "limited" ? null : <p>{t(kind === "missing" ? "failure.missing_here" : `failure.${kind}_about`)}</p>}
        <p class="meta">
          <StateMark letter={letter}>{stateText(frame.words, state)}</StateMark>
        </p>
        {current ? <AsOf frame={frame} /> : null}
        <Way to={frame.prefix || "/"} text={t("failure.home")} />
      </div>
    </Layout>
  );
};

/** What to say when there is nothing to show: the same words for every page, known or not. */
export const FailurePage = ({
  words,
  words: { t },
  kind,
  heading,
  around: { home, unlock, form },
}: FailurePageProps) => (
  <>
    <NobodysHeader words={words} />
    <main class="failure" id="main">
      <h1>{heading}</h1>
      {kind === "limited" ? null : <p>{t(`failure.${kind}_about`)}</p>}
      {unlock === null || kind !== "missing" ? null : <Way to={unlock} text={t("failure.unlock")} />}
      {form !== undefined && again.includes(kind) ? <Way to={form} text={t("failure.form")} /> : null}
      {home === null ? null : <Way to={home} text={t("failure.home")} />}
    </main>
  </>
);

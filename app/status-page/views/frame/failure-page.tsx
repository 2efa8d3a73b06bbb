/** @jsxImportSource ~/html */
import { pageUnlockMs } from "~/auth/keyring";
import { timeLimitText } from "~/i18n/span";
import type { Words } from "~/i18n/words";
import { AsOfNote } from "../parts/as-of-note";
import { pageStateText, visiblePageHeadline } from "../parts/field-text";
import { StateBadge } from "../parts/state";
import { UnlockForm, type UnlockFormFacts } from "../parts/unlock-form";
import { PublicPageLayout } from "./layout";
import type { PageRenderContext } from "./scene";

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

/** Failures of a form that may be filled in again. */
const again: readonly FailureKind[] = ["foreign", "unreadable"];

/** Returns the heading and title; `wait`: ms until the next attempt is allowed. */
export const failureHeading = (words: Words, kind: FailureKind, wait: number): string =>
  kind === "limited" ? words.t("unlock.limited", { length: timeLimitText(words, wait) }) : words.t(`failure.${kind}`);

interface FailurePageProps {
  words: Words;
  kind: FailureKind;
  heading: string;
  around: {
    /** The page's front; null when there is none. */
    home: string | null;
    /** The address of the form that was refused. */
    form?: string;
  };
  /** The form for a passphrase; null when none could help. */
  unlock: UnlockFormFacts | null;
}

const Way = ({ to, text }: { to: string; text: string }) => (
  <p class="more">
    <a href={to}>{text}</a>
  </p>
);

/** Shows the same head for every address, so that it does not reveal whether there is a page. */
export const NeutralPageHeader = ({ words: { t } }: { words: Words }) => (
  <header>
    <p class="brand">
      <span>{t("failure.brand")}</span>
    </p>
  </header>
);

interface FailureInPageProps {
  scene: PageRenderContext;
  kind: FailureKind;
  heading: string;
  /** True when the page keeps itself current. */
  current: boolean;
}

/** Shows a failure within a page that its reader may see, with the page's state. */
export const FailureInPage = ({ scene, kind, heading, current }: FailureInPageProps) => {
  const { frame, page } = scene;
  const { t } = frame.words;
  const { letter, state } = visiblePageHeadline(page);
  return (
    <PublicPageLayout frame={frame} page={page} short>
      <div class="lead n">
        <h1>{heading}</h1>
        {kind === "limited" ? null : <p>{t(kind === "missing" ? "failure.missing_here" : `failure.${kind}_about`)}</p>}
        <p class="meta">
          <StateBadge letter={letter}>{pageStateText(frame.words, state)}</StateBadge>
        </p>
        {current ? <AsOfNote frame={frame} /> : null}
        <Way to={frame.prefix || "/"} text={t("failure.home")} />
      </div>
    </PublicPageLayout>
  );
};

/** Shows a failure without a page, with the same text for every address, whether or not there is a page. */
export const FailurePage = ({
  words,
  words: { t },
  kind,
  heading,
  unlock,
  around: { home, form },
}: FailurePageProps) => (
  <>
    <NeutralPageHeader words={words} />
    <main class="failure" id="main">
      <h1>{unlock === null ? heading : t("unlock.private")}</h1>
      {kind === "limited" || unlock !== null ? null : <p>{t(`failure.${kind}_about`)}</p>}
      {unlock === null ? null : (
        <>
          <p>{t("unlock.about", { length: timeLimitText(words, pageUnlockMs) })}</p>
          <UnlockForm words={words} {...unlock} />
        </>
      )}
      {form !== undefined && again.includes(kind) ? <Way to={form} text={t("failure.form")} /> : null}
      {home === null ? null : <Way to={home} text={t("failure.home")} />}
    </main>
  </>
);

/** @jsxImportSource ~/ui/html */

import { zoneText } from "~/i18n/dates";
import type { WordKey } from "~/i18n/words";
import { feedFormats, feedPath, feedTypes } from "~/rules/page-links";
import type { SeenPage } from "~/rules/seen";
import type { Child } from "~/ui/html/jsx-runtime";
import type { Frame } from "./frame";
import { Notices } from "./notices";

/** The machine formats that exist, by file. */
const formats: [file: string, word: WordKey][] = [
  ["summary", "layout.summary"],
  ["status", "layout.status"],
  ["components", "layout.components"],
  ["incidents/unresolved", "layout.unresolved"],
  ["scheduled-maintenances/upcoming", "layout.upcoming"],
  ["scheduled-maintenances/active", "layout.active"],
  ["incidents", "layout.incidents"],
  ["scheduled-maintenances", "layout.maintenances"],
];

function Footer({ frame }: { frame: Frame }) {
  const { t } = frame.words;
  return (
    <footer>
      <p>
        <a href={`${frame.prefix}/history`}>{t("layout.history")}</a>
      </p>
      <nav aria-label={t("layout.formats")}>
        <span>{t("layout.formats")}</span>
        {formats.map(([file, word]) => (
          <a key={file} href={`${frame.prefix}/api/v2/${file}.json`}>
            {t(word)}
          </a>
        ))}
      </nav>
      <nav aria-label={t("layout.feeds")}>
        <span>{t("layout.feeds")}</span>
        {feedFormats.map((format) => (
          <a key={format} href={`${frame.prefix}${feedPath(format)}`} type={feedTypes[format]}>
            {t(`feed.${format}`)}
          </a>
        ))}
      </nav>
      <p>{t("layout.times", { zone: zoneText(frame.dates.zone) })}</p>
    </footer>
  );
}

interface LayoutProps {
  frame: Frame;
  page: SeenPage;
  /** On all pages but the front one. */
  back?: boolean;
  children: Child;
}

/** Head, honest marks, content, foot: the same on every page of a status page. */
export function Layout({ frame, page, back = false, children }: LayoutProps) {
  const { t } = frame.words;
  const { name, about } = page.snapshot.page;
  const home = frame.prefix === "" ? "/" : frame.prefix;
  return (
    <>
      <a class="skip" href="#main">
        {t("layout.skip")}
      </a>
      <header>
        <p class="brand">
          <a href={home} dir="auto" aria-label={t("layout.home", { name })}>
            {name}
          </a>
        </p>
        <p class="follow">
          <a href={`${frame.prefix}/subscribe`}>{t("layout.subscribe")}</a>
        </p>
        {about !== "" && !back ? (
          <p class="about" dir="auto">
            {about}
          </p>
        ) : null}
      </header>
      <main id="main">
        {back ? (
          <p class="back">
            <a href={home}>{t("layout.back")}</a>
          </p>
        ) : null}
        <Notices frame={frame} page={page} />
        {children}
      </main>
      <Footer frame={frame} />
    </>
  );
}

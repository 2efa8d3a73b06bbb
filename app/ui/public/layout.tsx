/** @jsxImportSource ~/ui/html */

import { zoneText } from "~/i18n/dates";
import type { WordKey } from "~/i18n/words";
import { feedFormats, feedPath, feedTypes, imagePath } from "~/rules/page-links";
import type { SeenPage } from "~/rules/seen";
import type { SnapshotPage } from "~/rules/snapshot-document";
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

type HeadOf = Pick<SnapshotPage, "name" | "about" | "links" | "logo">;

/** Where the page leads besides itself: its makers' own addresses. */
const Links = ({ links, label }: { links: HeadOf["links"]; label: string }) =>
  links?.length ? (
    <nav class="links" aria-label={label}>
      {links.map((link) => (
        <a key={link.url} href={link.url} dir="auto" rel="noopener">
          {link.label}
        </a>
      ))}
    </nav>
  ) : null;

interface PageHeaderProps {
  frame: Frame;
  page: HeadOf;
  /** Address of the logo; null = the accent's own mark. */
  logo: string | null;
  /** On all pages but the front one: what the page is about is said there. */
  short: boolean;
}

/** Whose page this is, and how to follow it. */
export function PageHeader({ frame, page: { name, about, links }, logo, short }: PageHeaderProps) {
  const { t } = frame.words;
  return (
    <header>
      <p class="brand">
        <a href={frame.prefix || "/"} dir="auto" aria-label={t("layout.home", { name })}>
          {logo === null ? null : <img src={logo} alt="" height="32" />}
          {name}
        </a>
      </p>
      <p class="follow">
        <a href={`${frame.prefix}/subscribe`}>{t("layout.subscribe")}</a>
      </p>
      {about !== "" && !short ? (
        <p class="about" dir="auto">
          {about}
        </p>
      ) : null}
      {short ? null : <Links links={links} label={t("layout.links")} />}
    </header>
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
  const { logo } = page.snapshot.page;
  const home = frame.prefix === "" ? "/" : frame.prefix;
  return (
    <>
      <a class="skip" href="#main">
        {t("layout.skip")}
      </a>
      <PageHeader
        frame={frame}
        page={page.snapshot.page}
        logo={logo ? `${frame.prefix}${imagePath(logo)}` : null}
        short={back}
      />
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

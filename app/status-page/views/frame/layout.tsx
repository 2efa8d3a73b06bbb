/** @jsxImportSource ~/html */

import type { Child } from "~/html/jsx-runtime";
import { imagePath } from "~/pages/rules/page-links";
import type { SeenPage } from "../../rules/seen-page";
import type { SnapshotPage } from "../../rules/snapshot-document";
import { AsOfNote } from "../parts/as-of-note";
import type { Frame } from "../parts/frame";
import { logosOf } from "../parts/logo";
import { Notices } from "./notices";
import { PageFooter } from "./page-footer";
import { PageHeader } from "./page-header";

interface LayoutProps {
  frame: Frame;
  page: SeenPage;
  /** True on all pages except the front. */
  back?: boolean;
  /** True when it shows a state: then it says its time, and how it stays current. */
  asOf?: boolean;
  /** True when the state must come first, with nothing above it. */
  short?: boolean;
  children: Child;
}

const addressOf = (frame: Frame, hash: string | undefined) => (hash ? `${frame.prefix}${imagePath(hash)}` : null);

const logosAt = (frame: Frame, { logo, logoDark }: SnapshotPage) =>
  logosOf(addressOf(frame, logo), addressOf(frame, logoDark));

/** Renders head, notices, content and foot: the same on every page of a status page. */
export function Layout({ frame, page, back = false, asOf = false, short = back, children }: LayoutProps) {
  const { t } = frame.words;
  const own = page.snapshot.page;
  return (
    <>
      <a class="skip" href="#main">
        {t("layout.skip")}
      </a>
      <PageHeader frame={frame} page={own} logos={logosAt(frame, own)} short={short} />
      <main id="main">
        {back ? (
          <p class="back">
            <a href={frame.prefix || "/"}>{t("layout.back")}</a>
          </p>
        ) : null}
        {asOf ? <AsOfNote frame={frame} /> : null}
        <Notices frame={frame} page={page} />
        {children}
      </main>
      <PageFooter frame={frame} page={own} short={short} />
    </>
  );
}

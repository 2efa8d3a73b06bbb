/** @jsxImportSource ~/html */

import type { HtmlChild } from "~/html/jsx-runtime";
import { pageImagePath } from "~/pages/rules/page-links";
import type { ServedPage } from "../../rules/seen-page";
import type { SnapshotPage } from "../../rules/snapshot-document";
import { AsOfNote } from "../parts/as-of-note";
import type { RenderContext } from "../parts/frame";
import { pageLogosOf } from "../parts/logo";
import { PageFreshnessBanners } from "./notices";
import { PageFooter } from "./page-footer";
import { PageHeader } from "./page-header";

interface PublicPageLayoutProps {
  frame: RenderContext;
  page: ServedPage;
  /** True on all pages except the front page. */
  back?: boolean;
  /** True when the page shows a state. Then the line with the way back shows its time, and how it is updated. */
  asOf?: boolean;
  /** True when nothing may be above the state. */
  short?: boolean;
  children: HtmlChild;
}

const addressOf = (frame: RenderContext, hash: string | undefined) =>
  hash ? `${frame.prefix}${pageImagePath(hash)}` : null;

const logosAt = (frame: RenderContext, { logo, logoDark }: SnapshotPage) =>
  pageLogosOf(addressOf(frame, logo), addressOf(frame, logoDark));

/** Renders head, notices, content and foot, which are the same on all pages of a status page. */
export function PublicPageLayout({
  frame,
  page,
  back = false,
  asOf = false,
  short = back,
  children,
}: PublicPageLayoutProps) {
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
          <div class="top">
            <p class="back">
              <a href={frame.prefix || "/"}>{t("layout.back")}</a>
            </p>
            {asOf ? <AsOfNote frame={frame} /> : null}
          </div>
        ) : null}
        <PageFreshnessBanners frame={frame} page={page} />
        {children}
      </main>
      <PageFooter frame={frame} page={own} short={short} isEmpty={page.snapshot.components.length === 0} />
    </>
  );
}

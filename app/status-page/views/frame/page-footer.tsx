/** @jsxImportSource ~/html */

import { trustedHtml } from "~/html/jsx-runtime";
import { timeZoneName } from "~/i18n/zone-text";
import { calendarPath, feedFormats, feedMediaTypeByFormat, feedPath } from "~/pages/rules/page-links";
import type { SnapshotPage } from "../../rules/snapshot-document";
import { renderedPartCache } from "../parts/drawing-cache";
import type { RenderContext } from "../parts/frame";
import { GlobeIcon } from "../parts/globe";
import { OwnerSiteLinks, PageDescriptionText } from "./page-header";

interface LinksOnwardProps {
  frame: RenderContext;
  /** True for a page without components, which has no uptime to report. */
  isEmpty: boolean;
}

/** Links to the rest of the page, its calendar and its feeds. */
function Ways({ frame: { prefix, words }, isEmpty }: LinksOnwardProps) {
  const { t } = words;
  return (
    <nav class="ways" aria-label={t("layout.more")}>
      <a href={`${prefix}/history`}>{t("layout.history")}</a>
      {isEmpty ? null : <a href={`${prefix}/uptime`}>{t("layout.uptime")}</a>}
      <a href={`${prefix}${calendarPath()}`} type="text/calendar">
        {t("layout.calendar")}
      </a>
      {feedFormats.map((format) => (
        <a key={format} href={`${prefix}${feedPath(format)}`} type={feedMediaTypeByFormat[format]}>
          {t(`feed.${format}`)}
        </a>
      ))}
      <a href={`${prefix}/elsewhere`}>{t("layout.elsewhere")}</a>
    </nav>
  );
}

/** Cache of the links, which are the same on every page of a status page for all readers of a language. */
const keepLinks = renderedPartCache(500);

const LinksOnward = ({ frame, isEmpty }: LinksOnwardProps) =>
  keepLinks(`${frame.words.language} ${isEmpty} ${frame.prefix}`, () => <Ways frame={frame} isEmpty={isEmpty} />);

interface PageFooterProps extends LinksOnwardProps {
  page: SnapshotPage;
  /** True when the head leaves out the description and links, so that they are shown here. */
  short: boolean;
}

/** Shows the description and links of the page's owners, further links, and the reading settings. */
export function PageFooter({ frame, page: { about, links, footerHtml }, short, isEmpty }: PageFooterProps) {
  const { t } = frame.words;
  return (
    <footer>
      {short ? <PageDescriptionText frame={frame} about={about} /> : null}
      {short ? <OwnerSiteLinks frame={frame} links={links} /> : null}
      {footerHtml ? (
        <div class="md" dir="auto" lang={frame.written}>
          {trustedHtml(footerHtml)}
        </div>
      ) : null}
      <LinksOnward frame={frame} isEmpty={isEmpty} />
      <p class="ways">
        {t("layout.times", { zone: timeZoneName(frame.dates.zone) })}
        <a href={`${frame.prefix}/preferences`}>
          <GlobeIcon /> {t("reading.link")}
        </a>
      </p>
    </footer>
  );
}

/** @jsxImportSource ~/html */

import { isMaintenanceInProgress } from "../../rules/head-state";
import type { VisiblePage } from "../../rules/seen-page";
import { PublicPageLayout } from "../frame/layout";
import { AsOfNote } from "../parts/as-of-note";
import { cachedPageHeadline } from "../parts/field-text";
import type { RenderContext } from "../parts/frame";
import { PublicMaintenanceList } from "../parts/maintenances";
import { VendorIncidentList } from "../parts/vendors";
import { AnnouncementList } from "./announcements";
import { PublicComponentList } from "./components";
import { PageStateBanner } from "./field";
import { RecentEventList } from "./recent";

interface HomePageProps {
  frame: RenderContext;
  page: VisiblePage;
  /** Shows only components that match; null = all. */
  query?: string | null;
}

/** Renders the front: the state and its newest update, then everything else. */
export function HomePage({ frame, page, query = null }: HomePageProps) {
  const { snapshot } = page;
  const { letter, announcements } = cachedPageHeadline(snapshot);
  const planned = snapshot.maintenances.filter((each) => !isMaintenanceInProgress(each));
  const calm = letter === "o" && page.outdated === null && page.staleSince === null;
  return (
    <PublicPageLayout frame={frame} page={page} short={!calm}>
      <PageStateBanner frame={frame} page={page} />
      <AsOfNote frame={frame} />
      <AnnouncementList frame={frame} incidents={announcements} />
      <VendorIncidentList frame={frame} snapshot={snapshot} />
      <PublicComponentList frame={frame} snapshot={snapshot} query={query} />
      <PublicMaintenanceList
        frame={frame}
        zone={snapshot.page.timeZone}
        heading={frame.words.t("maintenance.heading")}
        maintenances={planned}
      />
      <RecentEventList frame={frame} snapshot={snapshot} />
    </PublicPageLayout>
  );
}

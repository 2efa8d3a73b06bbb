/** @jsxImportSource ~/html */

import { isMaintenanceInProgress } from "../../rules/head-state";
import type { ServedPage } from "../../rules/seen-page";
import { PublicPageLayout } from "../frame/layout";
import { AsOfNote } from "../parts/as-of-note";
import { cachedPageHeadline } from "../parts/field-text";
import type { RenderContext } from "../parts/frame";
import { PublicMaintenanceSection } from "../parts/maintenances";
import { VendorIncidentsSection } from "../parts/vendors";
import { AnnouncementsSection } from "./announcements";
import { PublicComponentsSection } from "./components";
import { PageStateBanner } from "./field";
import { RecentEventsSection } from "./recent";

interface HomePageProps {
  frame: RenderContext;
  page: ServedPage;
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
      <AnnouncementsSection frame={frame} incidents={announcements} />
      <VendorIncidentsSection frame={frame} snapshot={snapshot} />
      <PublicComponentsSection frame={frame} snapshot={snapshot} query={query} />
      <PublicMaintenanceSection
        frame={frame}
        zone={snapshot.page.timeZone}
        heading={frame.words.t("maintenance.heading")}
        maintenances={planned}
      />
      <RecentEventsSection frame={frame} snapshot={snapshot} />
    </PublicPageLayout>
  );
}

/** @jsxImportSource ~/html */

import { letterOfBanner } from "~/rules/basics/state-letter";
import { isAnnouncement } from "~/rules/incidents/impact";
import type { SeenPage } from "~/rules/snapshot/seen";
import type { SnapshotMaintenance } from "~/rules/snapshot/snapshot-document";
import { Layout } from "../frame/layout";
import { Maintenances } from "../maintenance/maintenances";
import { Checked } from "../parts/checked";
import type { Frame } from "../parts/frame";
import { Announcements } from "./announcements";
import { Components } from "./components";
import { OpenIncidents } from "./open-incidents";
import { Recent } from "./recent";

const isRunning = ({ status }: SnapshotMaintenance) => status === "in_progress" || status === "verifying";

function Banner({ frame, page }: { frame: Frame; page: SeenPage }) {
  const { t } = frame.words;
  const { banner } = page.snapshot;
  return (
    <section class={`banner ${letterOfBanner(banner)}`}>
      <h1>{t(`banner.${banner.state}`)}</h1>
      <Checked frame={frame} page={page} />
    </section>
  );
}

/** Does it work? What do they know? Then everything else. */
export function HomePage({ frame, page }: { frame: Frame; page: SeenPage }) {
  const { snapshot } = page;
  const { t } = frame.words;
  const wrong = snapshot.incidents.filter((incident) => !isAnnouncement(incident));
  const running = snapshot.maintenances.filter(isRunning);
  const planned = snapshot.maintenances.filter((each) => !isRunning(each));
  const calm = snapshot.banner.state === "operational" && page.outdated === null && page.staleSince === null;
  return (
    <Layout frame={frame} page={page} short={!calm || wrong.length > 0}>
      <Banner frame={frame} page={page} />
      <OpenIncidents frame={frame} incidents={wrong} />
      <Announcements frame={frame} incidents={snapshot.incidents.filter(isAnnouncement)} />
      <Maintenances
        frame={frame}
        zone={snapshot.page.timeZone}
        heading={t("status.under_maintenance")}
        maintenances={running}
      />
      <Components frame={frame} snapshot={snapshot} />
      <Maintenances
        frame={frame}
        zone={snapshot.page.timeZone}
        heading={t("maintenance.heading")}
        maintenances={planned}
      />
      <Recent frame={frame} snapshot={snapshot} />
    </Layout>
  );
}

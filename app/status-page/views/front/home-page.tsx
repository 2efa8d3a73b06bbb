/** @jsxImportSource ~/html */

import { isRunning } from "../../rules/head-state";
import type { SeenPage } from "../../rules/seen-page";
import { Layout } from "../frame/layout";
import { AsOfNote } from "../parts/as-of-note";
import { headOf } from "../parts/field-text";
import type { Frame } from "../parts/frame";
import { Maintenances } from "../parts/maintenances";
import { Vendors } from "../parts/vendors";
import { Announcements } from "./announcements";
import { Components } from "./components";
import { FieldHead } from "./field";
import { Recent } from "./recent";

interface HomePageProps {
  frame: Frame;
  page: SeenPage;
  /** Shows only components that match; null = all. */
  query?: string | null;
}

/** Renders the front: the state and its newest update, then everything else. */
export function HomePage({ frame, page, query = null }: HomePageProps) {
  const { snapshot } = page;
  const { letter, announcements } = headOf(snapshot);
  const planned = snapshot.maintenances.filter((each) => !isRunning(each));
  const calm = letter === "o" && page.outdated === null && page.staleSince === null;
  return (
    <Layout frame={frame} page={page} short={!calm}>
      <FieldHead frame={frame} page={page} />
      <AsOfNote frame={frame} />
      <Announcements frame={frame} incidents={announcements} />
      <Vendors frame={frame} snapshot={snapshot} />
      <Components frame={frame} snapshot={snapshot} query={query} />
      <Maintenances
        frame={frame}
        zone={snapshot.page.timeZone}
        heading={frame.words.t("maintenance.heading")}
        maintenances={planned}
      />
      <Recent frame={frame} snapshot={snapshot} />
    </Layout>
  );
}

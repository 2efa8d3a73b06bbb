/** @jsxImportSource ~/html */
import type { RouteGuard } from "~/http/guard";
import { titleIn } from "~/i18n/said-title";
import { archivedIncidentOf } from "../../history/archive";
import type { Snapshot, SnapshotIncident } from "../../rules/snapshot-document";
import { announcedText } from "../frame/live";
import type { Scene } from "../frame/scene";
import type { DrawnPage } from "../frame/show";
import { storyLoader } from "../frame/story-loader";
import { IncidentPage, letterOfIncident } from "./incident-page";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

const inDocument = ({ incidents, recent }: Snapshot, id: string) =>
  [...incidents, ...recent.incidents].find((each) => each.id === id);

const picture = ({ frame, page }: Scene, incident: SnapshotIncident, live: boolean): DrawnPage => ({
  content: <IncidentPage frame={frame} page={page} incident={incident} />,
  title: titleIn(frame.words, incident),
  path: `/incidents/${incident.id}`,
  letter: letterOfIncident(incident, page),
  live,
  spoken: announcedText(frame, { incidents: [incident], maintenances: [] }),
});

/** Loads from the document while the incident is recent and complete there, otherwise live. */
export const loader = storyLoader({ inDocument, readLive: archivedIncidentOf, picture });

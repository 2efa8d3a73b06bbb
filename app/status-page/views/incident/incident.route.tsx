/** @jsxImportSource ~/html */
import type { RouteGuard } from "~/http/guard";
import { localiseTitle } from "~/i18n/said-title";
import { publishedIncidentSource } from "../../history/event-story";
import type { SnapshotIncident } from "../../rules/snapshot-document";
import { liveRegionText } from "../frame/live";
import type { PageRenderContext } from "../frame/scene";
import type { DrawnPage } from "../frame/show";
import { eventPageLoader } from "../frame/story-loader";
import { IncidentPage, stateLetterOfIncident } from "./incident-page";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

const picture = ({ frame, page }: PageRenderContext, incident: SnapshotIncident, live: boolean): DrawnPage => ({
  content: <IncidentPage frame={frame} page={page} incident={incident} />,
  title: localiseTitle(frame.words, incident),
  path: `/incidents/${incident.id}`,
  letter: stateLetterOfIncident(incident, page),
  live,
  spoken: liveRegionText(frame, { incidents: [incident], maintenances: [] }),
});

/** Loads from the document while the incident is recent and complete there, otherwise live. */
export const loader = eventPageLoader(publishedIncidentSource, picture);

/** @jsxImportSource ~/html */

import type { ArchivedComponentEvents } from "~/status-page/history/archive";
import type { Snapshot } from "~/status-page/rules/snapshot-document";
import { ComponentPage } from "~/status-page/views/component/component-page";
import { look, pageText } from "./public-page";
import { sampleNow, sampleSnapshot } from "./sample-snapshot";
import { sampleTimes } from "./sample-times";

const hour = 3_600_000;

/** Returns an incident and a maintenance of the chart's day. */
function sampleArchive({ recent, maintenances }: Snapshot): ArchivedComponentEvents {
  const [incident] = recent.incidents;
  const [work] = maintenances;
  if (!incident || !work) throw new Error("the sample is empty");
  const lasted = { startedAt: sampleNow - 10 * hour, resolvedAt: sampleNow - 9 * hour };
  const worked = { startsAt: sampleNow - 6 * hour, endsAt: sampleNow - 4 * hour, completedAt: sampleNow - 4 * hour };
  return {
    incidents: [{ ...incident, ...lasted }],
    maintenances: [{ ...work, id: "worked", status: "completed", ...worked }],
  };
}

/** Renders a component's page with charts and its real stylesheets as a whole document, with its tables opened. */
export async function chartDocument(direction: "ltr" | "rtl" = "ltr", language?: "ar"): Promise<string> {
  const scene = look(sampleSnapshot(), { zone: "Europe/Berlin", language: language ?? null });
  const around = { ...scene, frame: { ...scene.frame, words: { ...scene.frame.words, direction } } };
  const [component] = scene.page.snapshot.components;
  if (!component) throw new Error("the sample is empty");
  const { incidents, maintenances } = sampleArchive(scene.page.snapshot);
  const shown = { ...scene, component, archive: { incidents, maintenances }, limit: 3, times: sampleTimes(3) };
  const html = await pageText(around, <ComponentPage {...shown} range="day" />, { chart: true });
  return html.replaceAll("<details", "<details open");
}

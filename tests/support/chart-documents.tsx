/** @jsxImportSource ~/html */
import { ComponentPage } from "~/status-page/views/component/component-page";
import { look, pageText } from "./public-page";
import { sampleSnapshot } from "./sample-snapshot";
import { sampleTimes } from "./sample-times";

/** Renders a component's page with charts and its real stylesheets as a whole document, with its tables opened. */
export async function chartDocument(direction: "ltr" | "rtl" = "ltr"): Promise<string> {
  const scene = look(sampleSnapshot(), { zone: "Europe/Berlin" });
  const around = { ...scene, frame: { ...scene.frame, words: { ...scene.frame.words, direction } } };
  const [component] = scene.page.snapshot.components;
  if (!component) throw new Error("the sample is empty");
  const shown = { ...scene, component, archive: { incidents: [], maintenances: [] }, limit: 3, times: sampleTimes(3) };
  const html = await pageText(around, <ComponentPage {...shown} range="day" />, { chart: true });
  return html.replaceAll("<details", "<details open");
}

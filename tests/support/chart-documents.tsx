/** @jsxImportSource ~/html */
import { ComponentPage } from "~/visitors/component/component-page";
import { look, pageText } from "./public-page";
import { sampleSnapshot } from "./sample-snapshot";
import { sampleTimes } from "./sample-times";

/** A component's page with charts and its real stylesheets, as a whole document; its tables opened. */
export async function chartDocument(direction: "ltr" | "rtl" = "ltr"): Promise<string> {
  const looked = look(sampleSnapshot(), { zone: "Europe/Berlin" });
  const scene = { ...looked, frame: { ...looked.frame, words: { ...looked.frame.words, direction } } };
  const [component] = scene.page.snapshot.components;
  if (!component) throw new Error("the sample is empty");
  const shown = { ...scene, component, archive: { incidents: [], maintenances: [] }, limit: 3, times: sampleTimes(3) };
  const html = await pageText(scene, <ComponentPage {...shown} range="day" />, { chart: true });
  return html.replaceAll("<details", "<details open");
}

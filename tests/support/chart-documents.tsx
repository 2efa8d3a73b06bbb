/** @jsxImportSource ~/html */
import { readFileSync } from "node:fs";
import { ComponentPage } from "~/visitors/component/component-page";
import { look, pageText } from "./public-page";
import { sampleSnapshot } from "./sample-snapshot";
import { sampleTimes } from "./sample-times";

/** A component's page with charts and its real stylesheets, as a whole document; its tables opened. */
export async function chartDocument(direction: "ltr" | "rtl" = "ltr"): Promise<string> {
  const scene = look(sampleSnapshot(), { zone: "Europe/Berlin" });
  const [component] = scene.page.snapshot.components;
  if (!component) throw new Error("the sample is empty");
  const shown = { ...scene, component, archive: { incidents: [], maintenances: [] }, limit: 3, times: sampleTimes(3) };
  const html = await pageText(scene, <ComponentPage {...shown} range="day" />);
  const style = `<style>${readFileSync("app/chart/chart.css", "utf8")}</style>`;
  return html
    .replace("</head>", () => `${style}</head>`)
    .replace('dir="ltr"', `dir="${direction}"`)
    .replaceAll("<details", "<details open");
}

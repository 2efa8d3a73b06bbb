import type { Page } from "playwright-core";
import { deliver } from "./signed-in";

/**
 * Creates, by its form, a source of any tool with two alerts that are not mapped yet. Returns its addresses below
 * `desk`, which is `…/manage`.
 */
export async function mappedPlaces(tab: Page, desk: string): Promise<string[]> {
  await tab.goto(`${desk}/acme/sources/new?kind=json`);
  await tab.getByLabel("Name", { exact: true }).fill("Own tool");
  await tab.getByRole("button", { name: "Create source" }).click();
  const source = new URL(tab.url()).pathname.slice("/manage".length).replace(/\/setup$/, "");
  const address = await tab.getByRole("region", { name: "Source URL" }).textContent();
  const alerts = ["web-1", "web-2"].map((host) => ({ ref: `disk-${host}`, level: "P1", condition: "down", host }));
  await deliver(address?.trim() ?? "", { meta: { tenant: "berlin" }, data: alerts });
  return ["/setup", "/mapping", "/deliveries", ""].map((rest) => `${source}${rest}`);
}

import type { Page } from "playwright-core";
import { formatLocalTime } from "~/time/local-time";

const local = (ahead: number) => formatLocalTime(Date.now() + ahead, "Europe/Berlin");
const day = 86_400_000;

/**
 * Creates, by their forms, a template and a repeating maintenance, a firing alert, the settings and the rest of a page.
 * Returns their addresses below `desk`, which is `…/manage`.
 */
export async function plannedPlaces(tab: Page, desk: string): Promise<string[]> {
  const here = () => new URL(tab.url()).pathname.slice("/manage".length);
  const below = async (list: string, part: string) => {
    await tab.goto(`${desk}${list}`);
    const href = await tab.locator(`main a[href*="${part}"]`).first().getAttribute("href");
    return (href ?? "").slice("/manage".length);
  };
  await tab.goto(`${desk}/acme/templates/new`);
  await tab.getByLabel("Name").fill("Payments fail");
  await tab.getByLabel("Text (optional)", { exact: true }).fill("We look into it.");
  await tab.getByRole("button", { name: "Create template" }).click();
  const template = await below("/acme/templates", "/acme/templates/0");
  await tab.goto(`${desk}/acme/maintenances/new`);
  await tab.getByLabel("Title").fill("Move the database");
  await tab.getByLabel("Starts", { exact: true }).fill(local(day));
  await tab.getByLabel("Ends", { exact: true }).fill(local(day + day / 24));
  await tab.getByLabel("How often").selectOption({ label: "Daily" });
  await tab.getByRole("button", { name: "Schedule", exact: true }).click();
  const planned = here();
  const incident = await below("/acme/incidents", "/acme/incidents/0");
  const settings = ["", "/branding", "/visibility", "/domain", "/danger"].map((rest) => `/settings${rest}`);
  return [
    ...[...settings, "/usage", "/maintenances", "/maintenances/new"].map((rest) => `/acme${rest}`),
    template,
    planned,
    `${incident}/postmortem`,
    "/deployment/providers/new",
    await below("/acme/maintenances", "/maintenances/series/"),
    await below("/acme", "/acme/alerts/"),
  ];
}

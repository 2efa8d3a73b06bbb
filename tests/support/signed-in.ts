import type { BrowserContext, Page } from "playwright-core";
import { cookiesIn, sendPage } from "./plain-forms";
import type { TestServer } from "./server";

/** Opens a tab of a person who has pressed the button of a sign-in link. */
export async function signInBy(link: string, visitor: BrowserContext): Promise<Page> {
  const tab = await visitor.newPage();
  await tab.goto(link);
  await tab.getByRole("button", { name: "Sign in" }).click();
  await tab.waitForURL((url) => url.href !== link);
  return tab;
}

/** Creates a page with these components, all in one group, as the person of this tab, which does not navigate. */
export async function makePage(
  tab: Page,
  server: Pick<TestServer, "url">,
  slug: string,
  components: string[],
): Promise<void> {
  await sendPage(server.url, await cookiesIn(tab.context()), { slug, components });
}

/** Does the same by filling in each form; ends at the list of components. */
export async function fillInPage(
  tab: Page,
  server: Pick<TestServer, "url">,
  slug: string,
  components: string[],
): Promise<void> {
  await tab.goto(`${server.url}/manage/new`);
  await tab.getByLabel("Name").fill("Acme Shop");
  await tab.getByLabel(/^URL/).fill(slug);
  await tab.getByLabel("Time zone").fill("Europe/Berlin");
  await tab.getByRole("button", { name: "Create page" }).click();
  await tab.goto(`${server.url}/manage/${slug}/components`);
  await tab.getByRole("link", { name: "New group" }).click();
  await tab.getByLabel("Name").fill("Shop");
  await tab.getByRole("button", { name: "Add the group" }).click();
  for (const name of components) {
    await tab.getByRole("link", { name: "New component" }).click();
    await tab.getByLabel("Name").fill(name);
    await tab.getByLabel("Group").selectOption({ label: "Shop" });
    await tab.getByRole("button", { name: "Add the component" }).click();
  }
}

/** Adds a mailer for this server, without encryption, by its form. */
export async function addMailer(
  tab: Page,
  server: Pick<TestServer, "url">,
  smtp: { host: string; port: number },
): Promise<void> {
  await tab.goto(`${server.url}/manage/deployment/mailers/new?kind=smtp`);
  await tab.getByLabel("Encryption").selectOption("off");
  for (const [label, value] of Object.entries({ Server: smtp.host, Port: String(smtp.port) }))
    await tab.getByLabel(label).fill(value);
  await tab.getByLabel("Sender address", { exact: true }).fill("status@acme.example");
  await tab.getByRole("button", { name: "Add the mailer" }).click();
}

/** Creates a source of kind Prometheus Alertmanager by its form; ends at its page. Returns its ingest address. */
export async function makeSource(tab: Page, server: Pick<TestServer, "url">, slug: string): Promise<string> {
  await tab.goto(`${server.url}/manage/${slug}/sources/new`);
  await tab.getByRole("link", { name: /Alertmanager/ }).click();
  await tab.getByLabel("Name", { exact: true }).fill("Prometheus");
  await tab.getByRole("button", { name: "Create source" }).click();
  const address = await tab.getByRole("region", { name: "Source URL" }).textContent();
  await tab.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").last().click();
  await tab.getByRole("heading", { name: "Prometheus" }).waitFor();
  return address?.trim() ?? "";
}

/** Opens the form of the catch-all, from the page of its source. */
export async function openCatchAll(tab: Page): Promise<void> {
  await tab.getByRole("link", { name: "All other alerts (catch-all)", exact: true }).click();
  await tab.getByRole("button", { name: "Save the catch-all" }).waitFor();
}

/** Returns a group of one alert, as Alertmanager 0.25 posts it. */
export function alertmanagerGroup(name: string, status: "firing" | "resolved", startsAt: string) {
  const labels = { alertname: name, severity: "critical", service: "checkout" };
  const endsAt = status === "resolved" ? new Date(Date.parse(startsAt) + 1000).toISOString() : "0001-01-01T00:00:00Z";
  const alert = { status, labels, annotations: { summary: `${name} fires` }, startsAt, endsAt, fingerprint: name };
  const common = { groupLabels: {}, commonLabels: labels, commonAnnotations: {}, externalURL: "http://am.example" };
  return {
    receiver: "upfront",
    status,
    alerts: [{ ...alert, generatorURL: "http://prometheus.example/graph" }],
    ...common,
    version: "4",
    groupKey: `{}:{alertname="${name}"}`,
    truncatedAlerts: 0,
  };
}

export async function deliver(ingestUrl: string, payload: unknown): Promise<number> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(ingestUrl, { method: "POST", headers, body: JSON.stringify(payload) });
  return response.status;
}

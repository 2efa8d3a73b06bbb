import { Statuspage } from "statuspage.io";
import { beforeAll, expect, test } from "vitest";
import { type SharedDeployment, sharedDeployment } from "../support/shared-deployment";

/** A reader made for Statuspage itself, pointed at our demo page. */
let server: SharedDeployment["server"];
beforeAll(async () => {
  ({ server } = await sharedDeployment());
});

const slugOf = async () => {
  const home = await (await fetch(`${server.url}/`)).text();
  return /href="\/([a-z0-9-]+)\/history"/.exec(home)?.[1] ?? "";
};

test("a feed reader finds the feeds on the page and gets them", async () => {
  const home = await (await fetch(`${server.url}/`)).text();
  const links = [...home.matchAll(/<link rel="alternate" type="([^"]+)" title="[^"]+" href="([^"]+)">/g)];
  expect(links.map(([, type]) => type)).toEqual(["application/atom+xml", "application/rss+xml"]);
  for (const [, type, href] of links) {
    const answer = await fetch(href ?? "");
    expect(answer.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    expect((await answer.text()).match(/<(entry|item)>/g)?.length).toBeGreaterThan(5);
  }
});

test("npm statuspage.io reads summary, status, components, open incidents and the lists of all", async () => {
  const client = new Statuspage("any");
  client.setApiUrl(`${server.url}/${await slugOf()}`);
  const summary = await client.api.getSummary();
  expect(summary.components.length).toBeGreaterThanOrEqual(12);
  expect(summary.incidents).toHaveLength(1);
  expect(summary.status.indicator).toBe("minor");
  const status = await client.api.getStatus();
  expect(status.status).toEqual(summary.status);
  const { components } = await client.api.getComponents();
  expect(components.filter((each) => !each.group && each.status === "degraded_performance")).toHaveLength(1);
  const unresolved = await client.api.incidents.getUnresolved();
  expect(unresolved.incidents.map((each) => each.id)).toEqual(summary.incidents.map((each) => each.id));
  const { incidents } = await client.api.incidents.getAll();
  expect(incidents.length).toBeGreaterThan(summary.incidents.length);
  expect(incidents.every((each) => each.incident_updates.length > 0)).toBe(true);
  const works = await client.api.scheduledMaintenances.getAll();
  expect(works.scheduled_maintenances.map((each) => each.status)).toEqual(["scheduled"]);
  const upcoming = await client.api.scheduledMaintenances.getUpcoming();
  expect(upcoming.scheduled_maintenances.map((each) => each.id)).toEqual(
    works.scheduled_maintenances.map(({ id }) => id),
  );
  // This client asks for upcoming.json there, too.
  const asked = await client.api.scheduledMaintenances.getActive();
  expect(asked).toEqual(upcoming);
  const active = await fetch(`${server.url}/${await slugOf()}/api/v2/scheduled-maintenances/active.json`);
  expect(await active.json()).toMatchObject({ page: summary.page, scheduled_maintenances: [] });
});

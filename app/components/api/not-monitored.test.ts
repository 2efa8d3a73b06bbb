import { afterAll, beforeAll, expect, test } from "vitest";
import { handleRestApi } from "~/rest-api";
import { type Desk, openDesk } from "../../../tests/support/desk";
import { ownerToken } from "../../../tests/support/owner-token";
import { openBrowser } from "../../../tests/support/worker";

/** Checks what the API returns for a component that is not monitored, beside one that people keep. */
let desk: Desk;
let alone: string;

async function ask<Body = Record<string, unknown>>(path: string, method = "GET", body?: unknown): Promise<Body> {
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const request = new Request(`http://localhost:8787/api/v1/pages/acme${path}`, { method, headers, ...sent });
  const response = await handleRestApi(request, desk.deployment.ctx(ownerToken));
  await desk.deployment.settled();
  return (await response.json()) as Body;
}

beforeAll(async () => {
  desk = await openDesk();
  alone = String((await ask("/components", "POST", { component: { name: "Alone" } })).id);
});
afterAll(() => desk.close());

test("its status is the empty word, which changes nothing when it is sent back", async () => {
  const read = await ask(`/components/${alone}`);
  expect(read).toMatchObject({ name: "Alone", status: "" });
  const back = await ask(`/components/${alone}`, "PATCH", { component: { name: "Alone", status: read.status } });
  expect(back).toMatchObject({ name: "Alone", status: "" });
});

test("its uptime is none, and a group's is that of the others; both say what is not monitored", async () => {
  expect(await ask(`/components/${alone}/uptime`)).toMatchObject({
    uptime_percentage: null,
    warnings: expect.stringMatching(/No data for this period\..*This component is not monitored\./),
  });
  const kept = desk.components[0];
  const made = { component_group: { name: "Both", components: [kept, alone] } };
  const { id } = await ask("/component-groups", "POST", made);
  expect(await ask(`/component-groups/${id}/uptime`)).toMatchObject({
    uptime_percentage: 100,
    warnings: expect.stringContaining("1 of 2 components are not monitored."),
  });
});

test("the public file has no figure of it, and all of its time is without data", async () => {
  desk.deployment.clock.now += 3_600_000;
  const text = await (await (await openBrowser(desk.deployment)).go("/acme/uptime.csv")).text();
  const [header = "", ...rows] = text.split("\r\n");
  const column = (name: string) => header.split(",").indexOf(name);
  const cells = rows.find((row) => row.startsWith(alone))?.split(",") ?? [];
  expect([cells[column("uptime_percent")], cells[column("known_seconds")]]).toEqual(["", "0"]);
  expect(Number(cells[column("no_data_seconds")])).toBeGreaterThan(3600);
});

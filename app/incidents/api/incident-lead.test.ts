import { afterAll, beforeAll, expect, test } from "vitest";
import { handleRestApi } from "~/rest-api";
import { type Desk, openDesk } from "../../../tests/support/desk";
import { ownerToken } from "../../../tests/support/owner-token";
import { addPerson } from "../../../tests/support/sign-in-mail";

let desk: Desk;
let at: string;

async function ask(path: string, method = "GET", body?: unknown, more: Record<string, string> = {}) {
  const headers = { "content-type": "application/json", ...more };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const request = new Request(`http://localhost:8787/api/v1/pages/acme${path}`, { method, headers, ...sent });
  const response = await handleRestApi(request, desk.deployment.ctx(ownerToken));
  await desk.deployment.settled();
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
}

beforeAll(async () => {
  desk = await openDesk();
  await addPerson(desk.deployment, { id: "ada", pageId: desk.pageId, role: "responder" });
  await addPerson(desk.deployment, { id: "stranger" });
  const made = await ask("/incidents", "POST", {
    incident: { name: "Slow", body: "We look.", impact_override: "minor" },
  });
  at = `/incidents/${made.body.id}`;
});
afterAll(() => desk.close());

test("a program reads the lead, sets it and leaves nobody", async () => {
  expect((await ask(at)).body).toMatchObject({ lead_id: null });
  expect((await ask(at, "PATCH", { incident: { lead_id: "ada" } })).body).toMatchObject({ lead_id: "ada" });
  const [listed] = (await ask("/incidents")).body as unknown as Record<string, unknown>[];
  expect(listed).toMatchObject({ lead_id: "ada" });
  expect((await ask(at, "PATCH", { incident: { lead_id: null } })).body).toMatchObject({ lead_id: null });
});

test("someone outside the page, and other fields in the same request, are refused", async () => {
  const refused = async (incident: object) => {
    const { status, body } = await ask(at, "PATCH", { incident });
    return [status, JSON.stringify(body)];
  };
  expect(await refused({ lead_id: "stranger" })).toEqual([422, expect.stringContaining("lead_id")]);
  expect(await refused({ lead_id: "ada", name: "Slower" })).toEqual([422, expect.stringContaining("lead_id")]);
  expect((await ask(at)).body).toMatchObject({ lead_id: null, name: "Slow" });
});

test("a version that is out of date is refused", async () => {
  const { headers } = await ask(at);
  const etag = headers.get("etag") ?? "";
  expect((await ask(at, "PATCH", { incident: { lead_id: "ada" } }, { "if-match": etag })).status).toBe(200);
  expect((await ask(at, "PATCH", { incident: { lead_id: null } }, { "if-match": etag })).status).toBeOneOf([409, 412]);
});

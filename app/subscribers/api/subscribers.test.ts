import { afterAll, beforeAll, expect, test } from "vitest";
import { handleRestApi } from "~/rest-api";
import { addressOf, arrange, someSubscribers } from "../../../tests/support/scenario";
import { execute, open, openTold, subscribersOf, type Told } from "../../../tests/support/told";

let told: Told;
beforeAll(async () => {
  told = await openTold();
});
afterAll(() => told.close());

type Role = "viewer" | "admin" | "owner";

async function call(method: string, path: string, body?: unknown, role: Role = "owner") {
  const program = { id: "t1", personId: "founder", role, readOnly: false, operator: true };
  const ctx = told.deployment.ctx({ kind: "token", ...program });
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { "content-type": "application/json" };
  const request = new Request(`http://localhost:8787/api/v1/pages/acme${path}`, { method, headers, ...sent });
  const response = await handleRestApi(request, ctx);
  await told.deployment.settled();
  told.deployment.clock.now += 1000;
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
}

let id = "";

test("somebody is added, gets a confirmation request, and is shown as Statuspage shows a subscriber", async () => {
  const given = { email: "Ann@Example.com", component_ids: [told.components[1]], skip_confirmation_notification: true };
  const made = await call("POST", "/subscribers", { subscriber: { ...given, page_access_user: "x" } });
  expect(made.status).toBe(201);
  expect(made.headers.get("x-upfront-ignored")).toBe("skip_confirmation_notification, page_access_user");
  expect(made.body).toMatchObject({
    mode: "email",
    email: "ann@example.com",
    state: "unconfirmed",
    components: [told.components[1]],
    phone_number: null,
    endpoint: null,
    quarantined_at: null,
    skip_confirmation_notification: false,
  });
  id = made.body.id;
  expect(told.smtp.mails.map(({ recipient }) => recipient)).toEqual(["ann@example.com"]);
  expect((await call("GET", `/subscribers/${id}.json`)).body).toEqual(made.body);
  expect((await call("GET", `/subscribers/${id}`, undefined, "viewer")).body.email).toBe("a•••@example.com");
});

test.each([
  [{ subscriber: { email: "a@b" } }, 422, "email"],
  [{ subscriber: { endpoint: "https://hooks.example.com" } }, 422, "email"],
  [{ subscriber: { email: "bob@example.com", component_ids: ["elsewhere"] } }, 422, "component_ids"],
  [{}, 422, "subscriber"],
])("%j is refused and names the field", async (body, status, field) => {
  const answer = await call("POST", "/subscribers", body);
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([status, [field]]);
});

test("sent again only within the limits; what they are told is changed; they are unsubscribed", async () => {
  const mails = told.smtp.mails.length;
  expect((await call("POST", `/subscribers/${id}/resend_confirmation`)).status).toBe(201);
  await told.deployment.settled();
  expect(told.smtp.mails).toHaveLength(mails);
  told.deployment.clock.now += 600_000;
  expect((await call("POST", `/subscribers/${id}/resend_confirmation`)).status).toBe(201);
  expect(told.smtp.mails).toHaveLength(2);
  const changed = await call("PATCH", `/subscribers/${id}`, { component_ids: [] });
  expect([changed.status, changed.body.components]).toEqual([200, []]);
  const left = await call("DELETE", `/subscribers/${id}`);
  expect([left.status, left.body.state]).toEqual([200, "unsubscribed"]);
  expect((await call("GET", "/subscribers/unsubscribed")).body.map((each: { id: string }) => each.id)).toEqual([id]);
  expect((await call("DELETE", "/subscribers/nobody")).status).toBe(404);
});

test("a list counts its pages from 0, and names the rest; search, states and counts", async () => {
  await execute(told, "DELETE FROM subscriber");
  await arrange(told.deployment, someSubscribers(told.pageId, 130));
  await arrange(told.deployment, someSubscribers(told.pageId, 2, { state: "quarantined" }, 130));
  await arrange(told.deployment, someSubscribers(told.pageId, 1, { state: "pending" }, 132));
  const emails = async (path: string) => (await call("GET", path)).body.map(({ email }: { email: string }) => email);
  const first = await call("GET", "/subscribers");
  expect(first.body).toHaveLength(100);
  const next = /<http:\/\/localhost:8787\/api\/v1\/pages\/acme([^>]+)>; rel="next"/.exec(
    first.headers.get("link") ?? "",
  );
  expect(await emails(next?.[1] ?? "")).toEqual(await emails("/subscribers?page=1"));
  expect(await emails("/subscribers?page=1")).toHaveLength(30);
  expect(await emails("/subscribers?q=S00013&state=all")).toEqual([130, 131, 132].map(addressOf));
  expect(await emails("/subscribers?state=quarantined")).toHaveLength(2);
  expect(await emails("/subscribers?type=sms")).toEqual([]);
  const byState = { active: 130, unconfirmed: 1, quarantined: 2, total: 133 };
  expect((await call("GET", "/subscribers/histogram_by_state")).body.email).toEqual(byState);
  expect((await call("GET", "/subscribers/count")).body.email).toBe(130);
  expect((await call("GET", "/subscribers/count?state=all")).body.email).toBe(133);
  expect((await call("GET", "/subscribers/count?type=sms")).body).toMatchObject({ email: 0, sms: 0 });
});

test("many at once: unsubscribed, reactivated, confirmation requests sent again", async () => {
  const states = async () => (await subscribersOf(told)).map(({ state }) => state);
  const one = await call("POST", "/subscribers/unsubscribe", { subscribers: ["sub000000"], type: "email" });
  expect([one.status, one.body]).toEqual([201, { subscribers: ["sub000000"] }]);
  expect((await states()).filter((state) => state === "unsubscribed")).toHaveLength(1);
  expect((await call("POST", "/subscribers/reactivate", { subscribers: "all" })).status).toBe(201);
  expect((await states()).filter((state) => state === "quarantined")).toHaveLength(0);
  const resent = await call("POST", "/subscribers/resend_confirmation", { subscribers: "all" });
  expect(resent.body).toEqual({ subscribers: ["sub000132"], left: false });
  await call("POST", "/subscribers/unsubscribe", { subscribers: "all" });
  expect(new Set(await states())).toEqual(new Set(["unsubscribed", "pending"]));
  expect((await call("POST", "/subscribers/unsubscribe", { subscribers: [] })).body.fields).toHaveProperty(
    "subscribers",
  );
});

test("who follows one incident is under it, and under no other", async () => {
  const [incident, other] = [await open(told), await open(told, { title: "Another" })];
  const at = `/incidents/${incident}/subscribers`;
  const made = await call("POST", at, { subscriber: { email: "eve@example.com" } });
  expect([made.status, made.body.incident_id, made.body.components]).toEqual([201, incident, []]);
  const one = `${at}/${made.body.id}`;
  expect((await call("GET", one)).status).toBe(200);
  expect((await call("GET", `/incidents/${other}/subscribers/${made.body.id}`)).status).toBe(404);
  expect((await call("DELETE", `/incidents/${other}/subscribers/${made.body.id}`)).status).toBe(404);
  await execute(told, "UPDATE subscriber SET state = 'active' WHERE id = ?1", made.body.id);
  expect((await call("GET", at)).body).toHaveLength(1);
  expect((await call("GET", `/incidents/${other}/subscribers`)).body).toEqual([]);
  expect((await call("DELETE", one)).body.state).toBe("unsubscribed");
  for (const nobodys of ["nope", "%20", "__proto__", incident.toLowerCase().slice(1)])
    expect([nobodys, (await call("GET", `/incidents/${nobodys}/subscribers`)).status]).toEqual([nobodys, 404]);
  expect((await call("POST", "/incidents/nope/subscribers", { subscriber: { email: "x@example.com" } })).status).toBe(
    404,
  );
});

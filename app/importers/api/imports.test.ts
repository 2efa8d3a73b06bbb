import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handleRestApi } from "~/rest-api";
import { type Desk, openDesk } from "../../../tests/support/desk";
import { foreignComponent, foreignIncident, moveDocumentOf } from "../../../tests/support/import-documents";
import { originFixture } from "../../../tests/support/origin-reading";
import { runImportSteps } from "../engine/run-import";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const address = "/pages/acme/imports";
let calls = 0;

type Role = "admin" | "owner";

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  role: Role = "owner",
) {
  const id = `t${Math.floor(calls++ / 50)}`;
  const actor = { kind: "token" as const, id, personId: "founder", role, readOnly: false, operator: true };
  const init = { method, headers: { "content-type": "application/json", ...headers } };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await handleRestApi(
    new Request(`http://localhost:8787/api/v1${path}`, { ...init, ...sent }),
    desk.deployment.ctx(actor),
  );
  await desk.deployment.settled();
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
}

/** Takes the steps of an import as ticks would, until it waits for a person. */
async function untilItWaits(id: string) {
  for (let round = 0; round < 30; round++) {
    desk.deployment.clock.now += 1000;
    await runImportSteps(desk.deployment.ctx({ kind: "machine", id: "clock" }), desk.pageId, id);
    const shown = (await call("GET", `${address}/${id}`)).body;
    if (!["reading", "planning", "applying", "undoing"].includes(shown.state)) return shown;
  }
  throw new Error("the import does not end");
}

const document = moveDocumentOf({
  components: [
    foreignComponent("web", { name: "Website" }),
    foreignComponent("pay", { name: "Payments", uptime: { percent: 99.985, days: 30 } }),
  ],
  incidents: [foreignIncident("one", { components: [{ componentId: "pay", status: "major_outage" }] })],
  notes: [
    { kind: "left_out", noun: "component", id: "pay", name: "Payments", field: "colour", reason: "It has none here." },
  ],
});
const given = { ...document, origin: "csv" };

describe("a document", () => {
  test("is previewed: figures, notes, things with their reasons, and names that are here", async () => {
    const made = await call("POST", address, { import: { document: given } });
    expect(made).toMatchObject({ status: 202, body: { origin: "csv", origin_title: "CSV", refusal: null } });
    const shown = await untilItWaits(made.body.id);
    expect(shown).toMatchObject({
      state: "preview",
      open_conflicts: 1,
      notes: [{ noun: "component", id: "pay", field: "colour" }],
      counts: { component: { verdicts: { make: 1, conflict: 1 } }, incident: { verdicts: { make: 1 } } },
      undo_until: null,
      applied_at: null,
    });
    expect(shown.uptimes).toEqual([
      {
        their_id: "pay",
        name: "Payments",
        days: 30,
        until: null,
        origin_percentage: 99.985,
        uptime_percentage: expect.any(Number),
      },
    ]);
    const { things, next } = (await call("GET", `${address}/${made.body.id}/things?noun=component`)).body;
    expect(next).toBeNull();
    expect(things).toMatchObject([
      { noun: "component", their_id: "web", name: "Website", verdict: "conflict", ticked: true, conflict: null },
      { noun: "component", their_id: "pay", name: "Payments", verdict: "make", reasons: [] },
    ]);
    const early = await call("POST", `${address}/${made.body.id}/apply`);
    expect(early).toMatchObject({ status: 409, body: { code: "open_conflicts" } });
  });

  test("is the only one of its page: another is refused by name", async () => {
    const another = await call("POST", address, { import: { document: given } });
    expect(another).toMatchObject({
      status: 409,
      body: { code: "busy", message: expect.stringMatching(/not finished/) },
    });
  });

  test("is chosen from, by version; what is absent stays as it was chosen", async () => {
    const [{ id }] = (await call("GET", address)).body;
    const choices = { conflicts: { "component:web": "join" }, manual_start: "2026-01-01T00:00:00Z" };
    const stale = await call("PATCH", `${address}/${id}/choices`, { choices }, { "if-match": '"99"' });
    expect(stale.status).toBe(409);
    const chosen = await call("PATCH", `${address}/${id}/choices`, { choices });
    expect(chosen).toMatchObject({ status: 202, body: { choices: { conflicts: choices.conflicts } } });
    const unticked = await call("PATCH", `${address}/${id}/choices`, { choices: { unticked_nouns: ["incident"] } });
    expect(unticked.body.choices).toEqual({
      unticked_nouns: ["incident"],
      unticked_things: [],
      conflicts: { "component:web": "join" },
      manual_start: "2026-01-01T00:00:00.000Z",
      time_zone: null,
    });
    expect(await untilItWaits(id)).toMatchObject({
      state: "preview",
      open_conflicts: 0,
      counts: { component: { verdicts: { make: 1, join: 1 } }, incident: { verdicts: { left_out: 1 } } },
    });
    const wrong = await call("PATCH", `${address}/${id}/choices`, {
      choices: { conflicts: { "component:web": "eat" } },
    });
    expect(wrong.status).toBe(422);
  });

  test("is applied and undone", async () => {
    const [{ id }] = (await call("GET", address)).body;
    expect((await call("POST", `${address}/${id}/apply`)).status).toBe(202);
    const applied = await untilItWaits(id);
    expect(applied).toMatchObject({ state: "applied", applied_at: expect.any(String), undo_until: expect.any(String) });
    const names = async () =>
      (await call("GET", "/pages/acme/components")).body.map((each: { name: string }) => each.name);
    expect((await names()).sort()).toEqual(["API", "Payments", "Sign-in", "Website"]);
    expect((await call("POST", `${address}/${id}/undo`)).status).toBe(202);
    expect(await untilItWaits(id)).toMatchObject({ state: "undone", undone_at: expect.any(String) });
    expect((await names()).sort()).toEqual(["API", "Sign-in", "Website"]);
  });

  test("that is none is refused at the place, and nothing is made", async () => {
    const before = (await call("GET", address)).body.length;
    const wrong = await call("POST", address, { import: { document: { ...given, components: [{ id: "a" }] } } });
    expect(wrong.status).toBe(422);
    expect(JSON.stringify(wrong.body.fields)).toContain("components.0.name");
    const newer = await call("POST", address, { import: { document: { ...given, version: 2 } } });
    expect(newer.status).toBe(422);
    expect((await call("GET", address)).body).toHaveLength(before);
  });
});

describe("parts of a document", () => {
  test("are appended until they are said to be all, also beyond what other bodies may have", async () => {
    const made = await call("POST", address, { import: { origin: "csv", upload: true } });
    expect(made).toMatchObject({ status: 201, body: { state: "uploading", parts: 0 } });
    const at = `${address}/${made.body.id}`;
    const components = [foreignComponent("c0")];
    const incidents = Array.from({ length: 1500 }, (_, index) =>
      foreignIncident(`i${index}`, {
        updates: [{ status: "investigating", body: "x".repeat(200), shownAt: 1_760_000_000_000 }],
      }),
    );
    expect((await call("POST", `${at}/parts`, { part: { components } })).status).toBe(204);
    const large = { part: { incidents } };
    expect(JSON.stringify(large).length).toBeGreaterThan(300_000);
    for (let turn = 0; turn < 2; turn++) expect((await call("POST", `${at}/parts`, large)).status).toBe(204);
    expect((await call("POST", `${at}/read`)).status).toBe(202);
    expect(await untilItWaits(made.body.id)).toMatchObject({
      state: "preview",
      counts: { component: { taken: 1 }, incident: { taken: 1500 } },
    });
    const first = (await call("GET", `${at}/things?noun=incident`)).body;
    expect(first.things).toHaveLength(100);
    const second = (await call("GET", `${at}/things?noun=incident&part=${first.next.part}&from=${first.next.from}`))
      .body;
    expect(second.things[0].their_id).toBe("i100");
    expect(await call("POST", `${at}/parts`, { part: { components } })).toMatchObject({
      status: 409,
      body: { code: "not_ready" },
    });
    expect((await call("DELETE", at)).status).toBe(204);
    expect((await call("GET", at)).body).toMatchObject({ state: "canceled" });
  });

  test("have a bound, and nothing beside the members of a document", async () => {
    const { id } = (await call("POST", address, { import: { origin: "csv", upload: true } })).body;
    const tooLarge = {
      part: {
        incidents: [
          foreignIncident("long", {
            title: "t",
            updates: [{ status: "resolved", body: "y".repeat(800_000), shownAt: 1 }],
          }),
        ],
      },
    };
    expect((await call("POST", `${address}/${id}/parts`, tooLarge)).status).toBe(413);
    expect((await call("POST", `${address}/${id}/parts`, { part: {}, more: 1 })).status).toBe(422);
    expect((await call("POST", "/pages/acme/components", { component: { name: "y".repeat(300_000) } })).status).toBe(
      413,
    );
    expect((await call("DELETE", `${address}/${id}`)).status).toBe(204);
  });
});

describe("files and settings", () => {
  test("are read here; the key is shown nowhere", async () => {
    const files = ["components", "incidents"].map((name) => ({
      path: `${name}.csv`,
      text: originFixture(`csv/${name}.csv`),
    }));
    const made = await call("POST", address, {
      import: { origin: "csv", files, time_zone: "Europe/Berlin", key: "k-secret" },
    });
    expect(made.status).toBe(202);
    const shown = await untilItWaits(made.body.id);
    expect(shown).toMatchObject({ state: "preview", counts: { component: { taken: 3 } } });
    expect(JSON.stringify(shown)).not.toContain("k-secret");
    expect((await call("DELETE", `${address}/${made.body.id}`)).status).toBe(204);
  });

  test("are refused at their fields, by the API’s names", async () => {
    const refused = async (body: object) => (await call("POST", address, { import: body })).body.fields;
    expect(await refused({ origin: "carrier-pigeon", url: "https://a.example" })).toHaveProperty("origin");
    expect(await refused({ origin: "statuspage" })).toHaveProperty("url");
    expect(await refused({ origin: "csv", time_zone: "Mars/Base" })).toHaveProperty("time_zone");
    expect(await refused({ origin: "csv", colour: "red" })).toHaveProperty("colour");
    expect(await refused({ origin: "statuspage", url: "http://10.0.0.1/" })).toHaveProperty("url");
  });

  test("are an owner’s alone", async () => {
    for (const [method, path] of [
      ["GET", address],
      ["POST", address],
      ["GET", `${address}/x`],
      ["POST", `${address}/x/apply`],
    ] as const) {
      const body = method === "POST" && path === address ? { import: { document: given } } : undefined;
      expect([path, (await call(method, path, body, {}, "admin")).status]).toEqual([path, 403]);
    }
    expect((await call("GET", `${address}/nowhere`)).status).toBe(404);
  });
});

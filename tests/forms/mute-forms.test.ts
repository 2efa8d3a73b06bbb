import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, credentialsOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
let stage: Stage;
let responder: Browser;
let viewer: Browser;
let owner: Owner;

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  owner = new Owner(await openBrowser(deployment), deployment);
  stage = await setStage(deployment, owner, "acme");
  [responder, viewer] = [await browserOf(deployment, "responder"), await browserOf(deployment, "viewer")];
});
afterAll(() => deployment.close());

const textOf = async (browser: Browser, path: string) =>
  (await (await browser.go(path)).text()).replaceAll(/<!-- -->|<[^>]+>/g, "");
const done = (answer: Response) => [answer.status, answer.headers.get("location")];
const start = { form: "mute", minutes: "60", reason: "Moving house" };

test("everything, on Now: a calm banner says until when, who and why, and the button ends it", async () => {
  const now = "/manage/acme";
  expect(await textOf(responder, now)).toContain("Mute everything");
  expect(await textOf(viewer, now)).not.toContain("Mute everything");
  expect(done(await responder.post(`${now}?index`, start))).toEqual([303, `${now}?done=muted`]);
  const shown = await textOf(viewer, now);
  expect(shown).toMatch(/Everything is muted until .* by responder.*Reason: Moving house/);
  expect(shown).not.toContain("Unmute");
  expect(await textOf(responder, now)).toContain("Unmute");
  deployment.clock.now += 1000;
  expect(done(await responder.post(`${now}?index`, { form: "unmute" }))).toEqual([303, `${now}?done=unmuted`]);
  expect(await textOf(responder, now)).not.toContain("Everything is muted");
});

test("a component and a source, each on its page, by a responder; a viewer sees no form and may not", async () => {
  const places = [`/manage/acme/components/${stage.components[0]}`, `/manage/acme/sources/${stage.sourceId}`];
  for (const place of places) {
    deployment.clock.now += 1000;
    expect(done(await responder.post(place, start))).toEqual([303, `${place}?done=muted`]);
    expect(await textOf(responder, place)).toMatch(/Muted until .*Unmute/s);
    expect(await textOf(viewer, place)).not.toContain("Duration (minutes)");
    expect((await viewer.post(place, start)).status).toBe(403);
    deployment.clock.now += 61 * 60_000;
    expect(await textOf(responder, place)).not.toContain("Muted until");
    expect((await responder.post(place, { form: "delete", sure: "on" })).status).not.toBe(303);
  }
});

test("what does not fit comes back with what was typed and a message beside the field", async () => {
  const place = `/manage/acme/components/${stage.components[0]}`;
  for (const minutes of ["0", "10081", "soon", ""]) {
    const answer = await responder.post(place, { ...start, minutes });
    const text = await answer.text();
    expect([minutes, answer.status, /id="mute-minutes-error"/.test(text)]).toEqual([minutes, 422, true]);
    expect(text).toContain('value="Moving house"');
  }
});

test("the API mutes and ends the mute of anything; what it does not know it says", async () => {
  const made = await owner.make("/pages/acme/mute", { mute: { minutes: 30 } });
  expect(made).toMatchObject({ kind: "page", id: stage.id, muted_until: expect.any(String) });
  const subject = { kind: "component", id: String(stage.components[1]) };
  expect(await owner.make("/pages/acme/mute", { mute: { minutes: 30, subject } })).toMatchObject(subject);
  const headers = { ...credentialsOf("responder"), "content-type": "application/json" };
  const end = (query: string) => responder.go(`/api/v1/pages/acme/mute${query}`, { method: "DELETE", headers });
  expect((await end(`?kind=component&id=${subject.id}`)).status).toBe(204);
  expect((await end("")).status).toBe(204);
  expect(await textOf(responder, "/manage/acme")).not.toContain("Everything is muted");
  expect((await end("?kind=component&id=none")).status).toBe(404);
  expect((await end("?kind=weather")).status).toBe(422);
  const body = JSON.stringify({ mute: { minutes: 10_081 } });
  expect((await responder.go("/api/v1/pages/acme/mute", { method: "POST", headers, body })).status).toBe(422);
});

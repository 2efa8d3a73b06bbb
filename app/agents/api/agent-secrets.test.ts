import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { secretMask } from "~/fields/secret";
import { createMonitor } from "~/monitors/create";
import { updateMonitor } from "~/monitors/update";
import { call, makeAgent, type TestAgent } from "../../../tests/support/agents";
import { type Desk, good, openDesk } from "../../../tests/support/desk";

let desk: Desk;
let agent: TestAgent;
beforeAll(async () => {
  desk = await openDesk({ UPFRONT_PLAN: "own" });
  agent = await makeAgent(desk);
});
afterAll(async () => {
  await desk.deployment.settled();
  await desk.close();
});

describe("a monitor with a secret", () => {
  const settings = { url: "https://shop.example.com/", auth: "bearer", token: "typed-for-the-shop-alone" };
  const made = (agentId?: string) =>
    good(
      createMonitor(desk.as("admin"), {
        pageId: desk.pageId,
        name: "Shop",
        kind: "http",
        settings,
        ...(agentId ? { agentId } : {}),
      }),
    );
  const move = (id: string, agentId: string | null, given?: Record<string, unknown>) =>
    updateMonitor(desk.as("admin"), { pageId: desk.pageId, id, agentId, ...(given ? { settings: given } : {}) });
  const refused = { ok: false, failure: { name: "invalid", fields: { "settings.token": "setting.other_agent" } } };

  test("is handed to no agent that it was not typed for", async () => {
    const other = await makeAgent(desk, { name: "Somebody else's" });
    const [here, there] = [await made(), await made(agent.id)];
    expect(await move(here.id, other.id)).toMatchObject(refused);
    expect(await move(here.id, other.id, { token: secretMask })).toMatchObject(refused);
    expect(await move(there.id, other.id)).toMatchObject(refused);
    const { answer } = await call(desk, other, null, { what: "checks" });
    expect(answer.checks).toEqual([]);
    expect(await move(there.id, null)).toMatchObject({ ok: true });
  });
  test("goes where it is typed again, or without it", async () => {
    const [first, second] = [await made(), await made()];
    expect(await move(first.id, agent.id, { token: "typed-again" })).toMatchObject({ ok: true });
    expect(await move(second.id, agent.id, { auth: "none", token: "" })).toMatchObject({ ok: true });
    expect(await move(first.id, agent.id)).toMatchObject({ ok: true });
  });
});

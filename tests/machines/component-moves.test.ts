import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { tick } from "~/clock/tick";
import { runBatch } from "~/db/run-batch";
import { openIncident } from "~/incidents/open";
import type { Ctx } from "~/platform/ctx";
import { noOutbound } from "~/platform/outbound";
import { openDeployment, type TestDeployment } from "../support/database";
import { good } from "../support/desk";
import { type Hook, startHook } from "../support/hook";
import { group, post } from "../support/ingest";
import { nodeOutbound } from "../support/outbound";
import { aPage, arrange, type TestPage } from "../support/scenario";

const minute = 60_000;
const hour = 60 * minute;
let deployment: TestDeployment;
let page: TestPage;
let hook: Hook;

const asAdmin = (): Ctx => ({
  ...deployment.ctx({ kind: "person", id: "admin", operator: false, sessionId: "s" }),
  member: { pageId: page.id, role: "admin" },
});

beforeEach(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0", UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  page = await arrange(deployment, aPage());
  hook = await startHook();
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
});
afterEach(async () => {
  await deployment.settled();
  await hook.close();
  await deployment.close();
});

async function listen(event: string): Promise<void> {
  const settings = { url: `${hook.url}/team` };
  const given = { pageId: page.id, kind: "webhook", name: "Team", settings, events: [event] };
  await good(createChannel(asAdmin(), given));
}

async function pass(milliseconds: number): Promise<void> {
  deployment.clock.now += milliseconds;
  await tick(deployment.ctx(), deployment.clock.now);
  await deployment.settled();
}

async function deliver(alerts: Parameters<typeof group>[0]): Promise<void> {
  const answer = await post(deployment.ctx(), page, group(alerts));
  expect(answer.ok).toBe(true);
  await deployment.settled();
}

const execute = (sql: string, ...params: unknown[]) => runBatch(deployment.ctx(), [{ sql, params }]);

test("a component that moves without an incident is told by its present status", async () => {
  await listen("component_changed");
  await deliver([{ key: "one" }]);
  await pass(minute);
  await pass(minute);
  expect(hook.received).toHaveLength(1);
  expect(hook.received[0]?.body).toContain("Major outage");
});

describe("what a component does by itself is one subject elsewhere", () => {
  const told = async (alert: Parameters<typeof group>[0][number]) => {
    await deliver([alert]);
    for (let round = 0; round < 2; round++) await pass(minute);
    return alert.startsAt ?? 0;
  };
  const fire = () => told({ key: "one", startsAt: deployment.clock.now });
  const recover = (startsAt: number) =>
    told({ key: "one", status: "resolved", startsAt, endsAt: deployment.clock.now });
  const openOnFirst = () => {
    const components = { [page.components[0] ?? ""]: "major_outage" };
    return good(openIncident(asAdmin(), { pageId: page.id, title: "Down", body: "We look.", components }));
  };
  const threads = () => hook.received.map(({ body }) => JSON.parse(body).data.thread);
  const subject = (open: boolean) => ({ id: page.id, open });
  test("it opens when one is not well, and is over when all are well again; and begins anew", async () => {
    await listen("component_changed");
    await recover(await fire());
    await fire();
    expect(threads()).toEqual([subject(true), subject(false), subject(true)]);
  });

  test("it is over as well where an incident speaks of the component by then", async () => {
    await listen("component_changed");
    const startsAt = await fire();
    await openOnFirst();
    await recover(startsAt);
    expect(threads()).toEqual([subject(true), subject(false)]);
  });

  test("nothing is told of one whose trouble only an incident told", async () => {
    await listen("component_changed");
    await openOnFirst();
    await recover(await fire());
    expect(hook.received).toEqual([]);
  });

  test("what told of the trouble and was lost is over with it, however much else waits for its next try", async () => {
    await listen("component_changed");
    hook.answer(() => ({ status: 500 }));
    const startsAt = await fire();
    hook.answer(() => ({ status: 200 }));
    await execute(
      `INSERT INTO channel_delivery (channel_id, notice_id, page_id, state, attempt, attempts, due_at, created_at)
        SELECT d.channel_id, 'z' || c.value, d.page_id, 'due', 1, '[]', ?1, d.created_at
        FROM channel_delivery d CROSS JOIN json_each(?2) c`,
      deployment.clock.now + 2 * minute + 1,
      JSON.stringify(Array.from({ length: 25 }, (_, index) => `k${index}`)),
    );
    await execute("UPDATE channel_delivery SET due_at = ?1 WHERE notice_id < 'z'", deployment.clock.now + hour);
    hook.received.length = 0;
    await recover(startsAt);
    for (let round = 0; round < 30; round++) await pass(5 * minute);
    expect(threads()).toEqual([subject(false)]);
  });

  test("what an alerting service keeps of it ends with it, so that the next one opens another alert", async () => {
    const settings = { repository: "acme/status", token: "a".repeat(40) };
    const given = { pageId: page.id, kind: "github-issue", name: "Issues", settings };
    await good(createChannel(asAdmin(), { ...given, events: ["component_changed"] }));
    const asked: string[] = [];
    deployment.way.outbound = () => ({
      ...noOutbound,
      async fetch({ url, method }) {
        asked.push(`${method} ${url.slice("https://api.github.com/repos/acme/status/".length)}`);
        const text = `{"number":${asked.length},"state":"open"}`;
        return { ok: true, status: 201, headers: new Headers(), text, truncated: false, milliseconds: 1 };
      },
    });
    await recover(await fire());
    await fire();
    expect(asked).toEqual(["POST issues", "POST issues/1/comments", "PATCH issues/1", "POST issues"]);
  });
});

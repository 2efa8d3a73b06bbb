import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { runBatch } from "~/db/run-batch";
import { openIncident } from "~/incidents/open";
import { noOutbound } from "~/platform/outbound";
import { good } from "../support/desk";
import type { group } from "../support/ingest";
import { type Listening, openListening } from "../support/listening";

const minute = 60_000;
const hour = 60 * minute;
let team: Listening;
beforeEach(async () => {
  team = await openListening();
});
afterEach(() => team.close());

const execute = (sql: string, ...params: unknown[]) => runBatch(team.deployment.ctx(), [{ sql, params }]);

test("a component that moves without an incident is told by its present status", async () => {
  await team.listen("component_changed");
  await team.deliver([{ key: "one" }]);
  await team.pass(minute);
  await team.pass(minute);
  expect(team.hook.received).toHaveLength(1);
  expect(team.hook.received[0]?.body).toContain("Major outage");
});

describe("what a component does by itself is one subject elsewhere", () => {
  const told = async (alert: Parameters<typeof group>[0][number]) => {
    await team.deliver([alert]);
    for (let round = 0; round < 2; round++) await team.pass(minute);
    return alert.startsAt ?? 0;
  };
  const fire = () => told({ key: "one", startsAt: team.deployment.clock.now });
  const recover = (startsAt: number) =>
    told({ key: "one", status: "resolved", startsAt, endsAt: team.deployment.clock.now });
  const openOnFirst = () => {
    const components = { [team.page.components[0] ?? ""]: "major_outage" };
    return good(openIncident(team.asAdmin(), { pageId: team.page.id, title: "Down", body: "We look.", components }));
  };
  const threads = () => team.hook.received.map(({ body }) => JSON.parse(body).data.thread);
  const subject = (open: boolean) => ({ id: team.page.id, open });
  test("it opens when one is not well, and is over when all are well again; and begins anew", async () => {
    await team.listen("component_changed");
    await recover(await fire());
    await fire();
    expect(threads()).toEqual([subject(true), subject(false), subject(true)]);
  });

  test("it is over as well where an incident speaks of the component by then", async () => {
    await team.listen("component_changed");
    const startsAt = await fire();
    await openOnFirst();
    await recover(startsAt);
    expect(threads()).toEqual([subject(true), subject(false)]);
  });

  test("nothing is told of one whose trouble only an incident told", async () => {
    await team.listen("component_changed");
    await openOnFirst();
    await recover(await fire());
    expect(team.hook.received).toEqual([]);
  });

  test("what told of the trouble and was lost is over with it, however much else waits for its next try", async () => {
    await team.listen("component_changed");
    team.hook.answer(() => ({ status: 500 }));
    const startsAt = await fire();
    team.hook.answer(() => ({ status: 200 }));
    await execute(
      `INSERT INTO channel_delivery (channel_id, notice_id, page_id, state, attempt, attempts, due_at, created_at)
        SELECT d.channel_id, 'z' || c.value, d.page_id, 'due', 1, '[]', ?1, d.created_at
        FROM channel_delivery d CROSS JOIN json_each(?2) c`,
      team.deployment.clock.now + 2 * minute + 1,
      JSON.stringify(Array.from({ length: 25 }, (_, index) => `k${index}`)),
    );
    await execute("UPDATE channel_delivery SET due_at = ?1 WHERE notice_id < 'z'", team.deployment.clock.now + hour);
    team.hook.received.length = 0;
    await recover(startsAt);
    for (let round = 0; round < 30; round++) await team.pass(5 * minute);
    expect(threads()).toEqual([subject(false)]);
  });

  test("what an alerting service keeps of it ends with it, so that the next one opens another alert", async () => {
    const settings = { repository: "acme/status", token: "a".repeat(40) };
    const given = { pageId: team.page.id, kind: "github-issue", name: "Issues", settings };
    await good(createChannel(team.asAdmin(), { ...given, events: ["component_changed"] }));
    const asked: string[] = [];
    team.deployment.way.outbound = () => ({
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

import { afterAll, beforeAll, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { invocationLimitByPlan } from "~/plan/budgets";
import type { CtxOptions } from "~/platform/ctx";
import { chargeMeter, newMeter } from "~/platform/meter";
import { noOutbound } from "~/platform/outbound";
import { good } from "../../../tests/support/desk";
import { deliveriesOf, forgetTold, openTeam, type Team, timePasses } from "../../../tests/support/team-channels";
import { deliverToChannels, minChannelStatements } from "./deliver";
import { sendNotices } from "./send";

let team: Team;
beforeAll(async () => {
  team = await openTeam();
});
afterAll(() => team.close());

/** Returns a GitHub with these status codes; `calls` are the methods of the calls that it received. */
const github = (statusOf: (method: string) => number) => {
  const calls: string[] = [];
  const network: NonNullable<CtxOptions["outbound"]> = ({ meter }) => ({
    ...noOutbound,
    async fetch({ method = "GET" }) {
      chargeMeter(meter, "subrequests", 1);
      calls.push(method);
      const status = statusOf(method);
      const headers = new Headers(status === 429 ? { "retry-after": "3600" } : {});
      return { ok: true, status, headers, text: '{"number":12,"id":1}', truncated: false, milliseconds: 1 };
    },
  });
  return { calls, network };
};

const settings = { repository: "acme/status", token: "github_pat_x1y2z3x1y2z3x1y2z3" };
const events = ["incident_published", "incident_updated", "incident_resolved"];

/**
 * Prepares three channels with an open issue each, an update that waits for its retry, and the end of both, which is
 * due now.
 */
async function endIsDue() {
  await forgetTold(team);
  const { as, pageId, components, deployment } = team;
  const names = ["Issues", "Others", "More"];
  const made = names.map((name) =>
    good(createChannel(as("admin"), { pageId, kind: "github-issue", name, settings, events })),
  );
  const ids = (await Promise.all(made)).map(({ id }) => id);
  const given = { pageId, title: "Late", body: "We look.", components: { [components[0]]: "partial_outage" } };
  deployment.way.outbound = github(() => 201).network;
  const incident = await good(openIncident(as("responder"), given as never));
  await timePasses(team, 0);
  deployment.way.outbound = github(() => 500).network;
  await good(
    postIncidentUpdate(as("responder"), { pageId, id: incident.id, body: "Found.", status: "identified" } as never),
  );
  await timePasses(team, 0);
  await good(
    postIncidentUpdate(as("responder"), { pageId, id: incident.id, body: "Over.", status: "resolved" } as never),
  );
  while ((await sendNotices(deployment.ctx())).left);
  return ids;
}

test("what was handed over is marked, however little room the invocation had", async () => {
  const rooms = Array.from({ length: 27 }, (_, at) => minChannelStatements + at);
  const lost: number[] = [];
  for (const room of rooms) {
    const ids = await endIsDue();
    const attempts = async () =>
      (await Promise.all(ids.map((id) => deliveriesOf(team, id)))).flat().flatMap((each) => each.attempts).length;
    const before = await attempts();
    const { calls, network } = github((method) => (method === "PATCH" ? 429 : 201));
    team.deployment.way.outbound = network;
    const together = room + 1;
    const ctx = { ...team.deployment.ctx() };
    ctx.meter.limit = { ...newMeter(invocationLimitByPlan.free).limit, together };
    await deliverToChannels(ctx).catch(() => undefined);
    if ((await attempts()) < before + calls.length) lost.push(room);
  }
  expect(lost).toEqual([]);
});

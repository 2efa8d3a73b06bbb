import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { LostRaceError, translateDatabaseError } from "~/platform/trouble";
import { noon, openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { rowsOf } from "../../../../tests/support/ingest";
import { aLoneSource, arrange, type TestSource } from "../../../../tests/support/scenario";
import { readAcceptDeliveryFacts } from "../../queries/accept-facts";
import { guardAlertsUnchangedStatements, writeAlertsStatements } from "../../queries/alert-rows";
import type { AlertRecord, EpisodeRecord } from "../../rules/alert";
import { type DeliveryDecision, decideDelivery, episodeKey } from "../../rules/delivery";
import { makeAlertSignal, type Signal, type SignalOrder } from "../../rules/signal";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

/** Alerts and their episodes as the rule leaves them. */
interface Model {
  alerts: ReadonlyMap<string, AlertRecord>;
  episodes: ReadonlyMap<string, EpisodeRecord>;
}

interface Sent {
  now: number;
  signals: Signal[];
}

const second = 1000;
const instant = fc.integer({ min: 0, max: 12 }).map((at) => noon - 60 * second + at * 5 * second);
const keyed = fc.constantFrom("a", "b");

const alertOf = fc
  .record({ key: keyed, ended: fc.boolean(), at: instant, later: fc.nat(3), words: fc.constantFrom("one", "two") })
  .map(({ key, ended, at, later, words }) =>
    makeAlertSignal({
      key,
      status: ended ? "resolved" : "firing",
      title: words,
      groupKey: "g",
      startedAt: at,
      endedAt: ended ? at + later * second : null,
      eventAt: at + later * second,
    }),
  );
const closing = instant.map((endedAt): Signal => ({ kind: "close_group", groupKey: "g", endedAt }));
const signalOf = fc.oneof({ arbitrary: alertOf, weight: 6 }, { arbitrary: closing, weight: 1 });
const bodyOf = fc.array(signalOf, { minLength: 1, maxLength: 3 });
const orders = fc.constantFrom<SignalOrder>("arrival", "event_time");

const idOf = (from: TestSource) => (key: string) => `${from.id}.${key}`;

const startsOf = (signals: readonly Signal[]) =>
  signals.flatMap((each) => (each.kind === "alert" && each.status === "resolved" ? (each.startedAt ?? []) : []));

function byRule(model: Model, from: TestSource, order: SignalOrder, { now, signals }: Sent): Model {
  const older = [...model.episodes.values()].flatMap(({ alertId, startedAt }) =>
    model.alerts.get(alertId) && startsOf(signals).includes(startedAt) ? [episodeKey(alertId, startedAt)] : [],
  );
  const alerts = [...model.alerts.values()];
  const facts = { now, order, signals, alerts, olderEpisodes: new Set(older), idOf: idOf(from) };
  const made = decideDelivery(facts);
  const after = new Map(model.alerts);
  for (const each of [...made.inserted, ...made.updated, ...made.retimed]) after.set(each.id, each);
  for (const { id, by, lastSeenAt } of made.touched) {
    const known = after.get(id) as AlertRecord;
    after.set(id, { ...known, count: known.count + by, lastSeenAt: Math.max(known.lastSeenAt, lastSeenAt) });
  }
  const episodes = new Map(model.episodes);
  const name = ({ alertId, startedAt }: EpisodeRecord) => `${alertId} ${startedAt}`;
  for (const each of made.ended) episodes.set(name(each), { ...(episodes.get(name(each)) as EpisodeRecord), ...each });
  for (const each of made.started) episodes.set(name(each), each);
  return { alerts: after, episodes };
}

async function decided(from: TestSource, order: SignalOrder, { now, signals }: Sent): Promise<DeliveryDecision> {
  const ctx = deployment.ctx();
  const groups = signals.flatMap((each) => (each.kind === "close_group" ? [each.groupKey] : []));
  const { alerts, olderEpisodes } = await readAcceptDeliveryFacts(ctx, {
    pageId: from.pageId,
    sourceIds: [from.id],
    deliveries: [],
    alertIds: ["a", "b"].map(idOf(from)),
    starts: startsOf(signals),
    closedGroups: groups.map((groupKey) => ({ sourceId: from.id, groupKey })),
  });
  return decideDelivery({ now, order, signals, alerts, olderEpisodes, idOf: idOf(from) });
}

/** Returns false when something that the decision depended on had turned. */
async function written(from: TestSource, writes: DeliveryDecision): Promise<boolean> {
  const made = [{ sourceId: from.id, writes }];
  const statements = [...guardAlertsUnchangedStatements(made), ...writeAlertsStatements(from.pageId, made)];
  if (statements.length === 0) return true;
  try {
    await runBatch(deployment.ctx(), statements);
    return true;
  } catch (error) {
    expect(translateDatabaseError(error)).toBeInstanceOf(LostRaceError);
    return false;
  }
}

const wordsOf = (each: AlertRecord) => ({
  state: each.state,
  title: each.title,
  startedAt: each.startedAt,
  endedAt: each.endedAt,
  lastEventAt: each.lastEventAt,
  resolvedReceivedAt: each.resolvedReceivedAt,
  count: each.count,
  flags: each.flags,
});

/** Returns one alert with its episodes, as text. */
function shown(id: string, alerts: Iterable<AlertRecord>, episodes: Iterable<EpisodeRecord>): string {
  const mine = [...episodes]
    .filter((each) => each.alertId === id)
    .sort((one, other) => one.startedAt - other.startedAt);
  const times = mine.map(({ startedAt, reportedStart, endedAt }) => [startedAt, reportedStart, endedAt]);
  return JSON.stringify([[...alerts].filter((each) => each.id === id).map(wordsOf), times]);
}

const shownIn = (id: string, { alerts, episodes }: Model) => shown(id, alerts.values(), episodes.values());

function only(id: string, { alerts, episodes }: Model): Model {
  return {
    alerts: new Map([...alerts].filter(([each]) => each === id)),
    episodes: new Map([...episodes].filter(([, each]) => each.alertId === id)),
  };
}

/**
 * Returns each alert as it is stored, from the one of the two orders that explains it; the test fails when neither
 * does.
 */
async function storedAs(from: TestSource, orders: readonly Model[]): Promise<Model> {
  const { alerts, episodes } = await rowsOf(deployment.ctx(), from);
  const parts = ["a", "b"].map(idOf(from)).map((id) => {
    const found = shown(id, alerts as unknown as AlertRecord[], episodes);
    expect(orders.map((each) => shownIn(id, each))).toContain(found);
    return only(id, orders.find((each) => shownIn(id, each) === found) as Model);
  });
  return {
    alerts: new Map(parts.flatMap((each) => [...each.alerts])),
    episodes: new Map(parts.flatMap((each) => [...each.episodes])),
  };
}

test("what is written of an alert is the rule; of two deliveries decided on the same facts, in one order or the other", async () => {
  const pair = fc.record({ one: bodyOf, other: bodyOf, passed: fc.integer({ min: 0, max: 30 }) });
  const property = fc.asyncProperty(orders, fc.array(pair, { minLength: 1, maxLength: 4 }), async (order, pairs) => {
    const from = await arrange(deployment, aLoneSource());
    let model: Model = { alerts: new Map(), episodes: new Map() };
    let now = noon;
    for (const { one, other, passed } of pairs) {
      now += passed * second;
      const [first, next] = [one, other].map((signals) => ({ now, signals })) as [Sent, Sent];
      const decisions = [await decided(from, order, first), await decided(from, order, next)] as const;
      expect(await written(from, decisions[0])).toBe(true);
      if (!(await written(from, decisions[1]))) await written(from, await decided(from, order, next));
      const orderly = byRule(byRule(model, from, order, first), from, order, next);
      const reverse = byRule(byRule(model, from, order, next), from, order, first);
      model = await storedAs(from, [orderly, reverse]);
    }
  });
  await fc.assert(property, { numRuns: 120 });
});

test("an alert that is held in its episode is given a later start while another delivery repeats the earlier: that is late", async () => {
  const from = await arrange(deployment, aLoneSource());
  const fires = (secondsAgo: number, title = "one"): Sent => {
    const startedAt = noon - secondsAgo * second;
    return { now: noon, signals: [makeAlertSignal({ key: "a", status: "firing", title, startedAt, groupKey: "g" })] };
  };
  const closes: Sent = { now: noon, signals: [{ kind: "close_group", groupKey: "g", endedAt: noon - 45 * second }] };
  for (const each of [fires(60), fires(55), closes, fires(50)]) {
    expect(await written(from, await decided(from, "arrival", each))).toBe(true);
  }
  const repeated = await decided(from, "arrival", fires(50, "two"));
  expect(await written(from, await decided(from, "arrival", fires(45)))).toBe(true);
  expect(await written(from, repeated)).toBe(false);
  const late = await decided(from, "arrival", fires(50, "two"));
  expect(late.outcomes).toMatchObject([{ outcome: "late" }]);
});

test("a repeated event and a later one in one body, while another delivery brings one between: each is counted as in an order", async () => {
  const from = await arrange(deployment, aLoneSource());
  const heard = (...events: number[]): Sent => {
    const [startedAt, key, title] = [noon - 25 * second, "b", "one"];
    const signals = events.map((at) =>
      makeAlertSignal({ key, status: "firing", title, startedAt, eventAt: noon + at }),
    );
    return { now: noon, signals };
  };
  expect(await written(from, await decided(from, "event_time", heard(0)))).toBe(true);
  const both = await decided(from, "event_time", heard(0, 3));
  expect(await written(from, await decided(from, "event_time", heard(2)))).toBe(true);
  expect(await written(from, both)).toBe(false);
  expect(await written(from, await decided(from, "event_time", heard(0, 3)))).toBe(true);
  expect((await rowsOf(deployment.ctx(), from)).alerts).toMatchObject([{ count: 3, lastEventAt: noon + 3 }]);
});

test("an episode that is left of an alert which is gone makes no delivery fail: it begins again", async () => {
  const from = await arrange(deployment, aLoneSource());
  const firing: Sent = {
    now: noon,
    signals: [makeAlertSignal({ key: "a", status: "firing", title: "one", startedAt: noon })],
  };
  expect(await written(from, await decided(from, "arrival", firing))).toBe(true);
  await runBatch(deployment.ctx(), [
    {
      sql: "UPDATE episode SET incident_id = 'old', dismissed_at = 1, ended_at = 2 WHERE page_id = ?1",
      params: [from.pageId],
    },
    { sql: "DELETE FROM alert WHERE page_id = ?1", params: [from.pageId] },
  ]);
  expect(await written(from, await decided(from, "arrival", firing))).toBe(true);
  const { alerts, episodes } = await rowsOf(deployment.ctx(), from);
  expect(alerts).toMatchObject([{ state: "firing" }]);
  expect(episodes).toMatchObject([{ incidentId: null, dismissedAt: null, endedAt: null }]);
});

test("what people and settlings made of an episode stays while it is only heard again, and not beyond it", async () => {
  const from = await arrange(deployment, aLoneSource());
  const fires = (title: string, startedAt: number) => [
    makeAlertSignal({ key: "a", status: "firing", title, startedAt }),
  ];
  await written(from, await decided(from, "arrival", { now: noon, signals: fires("one", noon) }));
  const reworded = await decided(from, "arrival", { now: noon, signals: fires("two", noon) });
  const marks =
    "UPDATE alert SET incident_id = 'i', acknowledged_at = 1, dismissed_at = 2, version = version + 1 WHERE page_id = ?1";
  await runBatch(deployment.ctx(), [{ sql: marks, params: [from.pageId] }]);
  expect(await written(from, reworded)).toBe(true);
  const kept = { title: "two", incidentId: "i", acknowledgedAt: 1, dismissedAt: 2, count: 2 };
  expect((await rowsOf(deployment.ctx(), from)).alerts).toMatchObject([kept]);
  await written(from, await decided(from, "arrival", { now: noon, signals: fires("two", noon + 1000) }));
  const again = { incidentId: null, acknowledgedAt: null, dismissedAt: null, count: 3 };
  expect((await rowsOf(deployment.ctx(), from)).alerts).toMatchObject([again]);
});

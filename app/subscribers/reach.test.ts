import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { readIncidentFormOptions } from "~/incidents/prepare";
import { readMaintenanceFormOptions } from "~/maintenances/prepare";
import { subscribersToNotifyQuery } from "~/notifications/queries/recipients";
import { subscriptionToNotify } from "~/notifications/rules/audience";
import type { Ctx } from "~/platform/ctx";
import { good } from "../../tests/support/desk";
import { addressOf, arrange, someSubscribers } from "../../tests/support/scenario";
import { execute, openTold, subscribersOf, type Told } from "../../tests/support/told";
import { countNotificationReach } from "./reach";

let told: Told;
beforeAll(async () => {
  told = await openTold();
});
afterAll(() => told.close());
beforeEach(async () => {
  await execute(told, "DELETE FROM subscriber");
  told.deployment.clock.now += 1000;
});

const at = (): Ctx => told.as("viewer");
const page = () => ({ pageId: told.pageId });

test("how many people are reached, and who is told, is what the rule of the audience says", async () => {
  const [website, api, signIn] = told.components;
  const some = (count: number, over: Parameters<typeof someSubscribers>[2], from: number) =>
    someSubscribers(told.pageId, count, over, from);
  await arrange(
    told.deployment,
    some(3, {}, 0),
    some(2, { scope: "components", componentIds: [api, signIn] }, 3),
    some(1, { scope: "incident", incidentId: "i1" }, 5),
    some(1, { address: addressOf(0), scope: "incident", incidentId: "i1" }, 6),
    some(1, { state: "pending" }, 7),
    some(1, { scope: "components", componentIds: ["g1"] }, 8),
  );
  await execute(told, "UPDATE component SET group_id = 'g1' WHERE id IN (?1, ?2)", api, signIn);
  const groupsOf = (ids: readonly (string | undefined)[]) => (ids.includes(signIn) || ids.includes(api) ? ["g1"] : []);
  const rows = (await subscribersOf(told)).filter(({ state }) => state === "active");
  const addresses = [...new Set(rows.map(({ address }) => address))];
  const subscriptions = addresses.map((own) => rows.filter(({ address }) => address === own));
  for (const componentIds of [[], [website], [api], [website, signIn]])
    for (const subjectId of ["i1", "i2"]) {
      const news = { subjectId, componentIds, groupIds: groupsOf(componentIds) };
      const expected = subscriptions.filter((own) => subscriptionToNotify(own, news)).length;
      const reached = await good(countNotificationReach(at(), { ...page(), incidentId: subjectId, componentIds }));
      expect([componentIds, subjectId, reached.people]).toEqual([componentIds, subjectId, expected]);
      const notice = { pageId: told.pageId, subjectId, scope: { component_ids: componentIds } };
      const [chosen] = await readBatch(
        at(),
        subscribersToNotifyQuery(at(), { ...notice, createdAt: told.deployment.clock.now } as never, "", 100),
      );
      const ids = subscriptions.flatMap((own) => subscriptionToNotify(own, news)?.id ?? []);
      expect(chosen.map(({ id }) => id)).toEqual(ids.sort());
    }
});

test("forms know in one round trip whom they reach at least and at most; an archived component reaches nobody", async () => {
  const [website, api, signIn] = told.components;
  await arrange(told.deployment, someSubscribers(told.pageId, 3));
  await arrange(told.deployment, someSubscribers(told.pageId, 2, { scope: "components", componentIds: [website] }, 3));
  await arrange(told.deployment, someSubscribers(told.pageId, 4, { scope: "components", componentIds: [api] }, 5));
  const ctx = at();
  let trips = 0;
  const count = (_: unknown, key: string | symbol) => {
    trips += Number(key === "batch");
    return Reflect.get(ctx.db, key);
  };
  const counted = { ...ctx, db: new Proxy<Ctx["db"]>(ctx.db, { get: count }) };
  const reaches = async (componentIds: readonly string[]) =>
    (await good(countNotificationReach(at(), { ...page(), componentIds }))).people;
  const expected = { least: await reaches([]), most: await reaches(told.components) };
  expect(expected.most).toBeGreaterThan(expected.least);
  expect((await good(readMaintenanceFormOptions(counted, page()))).reach).toEqual(expected);
  expect([trips, ctx.meter.statements]).toEqual([1, 4]);
  const incident = await good(readIncidentFormOptions(counted, page()));
  expect([trips, ctx.meter.statements, incident.reach]).toEqual([2, 9, expected]);
  await execute(told, `UPDATE component SET archived_at = 1 WHERE id = '${api}'`);
  const without = { least: expected.least, most: await reaches([website, signIn]) };
  expect((await good(readMaintenanceFormOptions(counted, page()))).reach).toEqual(without);
  expect(without.most).toBeLessThan(expected.most);
  await execute(told, `UPDATE component SET archived_at = NULL WHERE id = '${api}'`);
});

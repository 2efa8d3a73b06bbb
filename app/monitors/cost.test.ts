import { expect, test } from "vitest";
import { failureOf, good } from "../../tests/support/desk";
import { aMonitor, shardsOf, watch } from "../../tests/support/monitors";
import { deskOfFile } from "../../tests/support/of-file";
import { readPlanUsage } from "./carry";
import { createMonitor } from "./create";
import { readMonitor } from "./read";
import { updateMonitor } from "./update";

const desk = deskOfFile({ UPFRONT_PLAN: "free" });
const admin = () => desk.as("admin");

const certificate = { kind: "tls", settings: { host: "example.com" } };
const earlier = Array.from({ length: 4 }, (_, n) => `GET https://shop.example.com/${n}`).join("\n###\n");

/** Returns the calls of a check, monitor by monitor, in each shard. */
const costs = async () =>
  (await shardsOf(admin(), desk.pageId)).map(({ plan }) => plan.map(({ cost }) => cost ?? 0).join("")).sort();

test("a shard and a plan count calls: a certificate is two", async () => {
  await watch(desk, { name: "First" });
  for (let count = 0; count < 10; count++) await watch(desk, certificate);
  expect(await costs()).toEqual(["1222222222", "2"]);
  expect(await readPlanUsage(admin())).toMatchObject({ ceiling: 10, used: 21 / 5 });
});

test("requests before are one each; one that no longer fits into its shard moves to another", async () => {
  const [first] = (await shardsOf(admin(), desk.pageId)).flatMap(({ plan }) =>
    plan.filter(({ kind }) => kind === "http"),
  );
  const id = first?.id ?? "";
  const { version } = await good(readMonitor(admin(), { pageId: desk.pageId, id }));
  await good(updateMonitor(admin(), { pageId: desk.pageId, id, version, settings: { earlier } }));
  expect(await costs()).toEqual(["222222222", "52"]);
});

test("more than the plan carries is refused by what it costs, not by how many they are", async () => {
  await watch(desk, { ...certificate, interval: 1 });
  await watch(desk, { ...certificate, interval: 1 });
  const third = await failureOf(createMonitor(admin(), aMonitor(desk, { ...certificate, interval: 1 } as never)));
  expect(third).toMatchObject({ name: "invalid", code: "over_plan_budget" });
  await watch(desk, { interval: 1 });
});

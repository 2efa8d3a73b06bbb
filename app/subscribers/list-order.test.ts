import { afterAll, beforeAll, expect, test } from "vitest";
import { subscriberTable } from "~/db/schema";
import { good } from "../../tests/support/desk";
import { arrange, plainSubscriber, put, someSubscribers } from "../../tests/support/scenario";
import { openTold, type Told } from "../../tests/support/told";
import { type ListedSubscribers, listSubscribers, type SubscriberListParams } from "./list";

let told: Told;

/** 120 subscribers to the page, two of them also to incidents, and two whose address an older version erased. */
beforeAll(async () => {
  told = await openTold();
  const { pageId } = told;
  await arrange(told.deployment, someSubscribers(pageId, 120), someSubscribers("another-page", 300, {}, 200));
  const twice = plainSubscriber("s000007@example.com", 1);
  const rows = [
    ...["i1", "i2", "i3"].map((incidentId) => ({ ...twice, id: `two-${incidentId}`, incidentId })),
    { ...twice, id: "old-1", address: null },
    { ...twice, id: "old-2", address: null },
  ];
  await put(
    told.deployment,
    subscriberTable,
    rows.map((row) => ({ pageId, ...row })),
  );
});
afterAll(() => told.close());

/** Walks the whole list, and returns its rows with the most rows that a page of it read. */
async function walk(newestFirst: boolean, more: Partial<SubscriberListParams> = {}) {
  const found: { id: string; address: string }[] = [];
  let [after, most]: [string | undefined, number] = [undefined, 0];
  do {
    const ctx = told.as("admin");
    const page: ListedSubscribers = await good(
      listSubscribers(ctx, { pageId: told.pageId, newestFirst, after, limit: 7, ...more }),
    );
    found.push(...page.subscribers.map(({ id, address }) => ({ id, address: address ?? "" })));
    [after, most] = [page.next ?? undefined, Math.max(most, ctx.meter.read)];
  } while (after !== undefined && found.length < 500);
  return { found, most };
}

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

test.each([false, true])(
  "newest first: %s: pages without a gap or a double, and without reading more",
  async (newest) => {
    const { found, most } = await walk(newest);
    const sorted = ids(found).toSorted();
    expect(ids(found)).toEqual(newest ? sorted.reverse() : sorted);
    expect([found.length, new Set(ids(found)).size]).toEqual([125, 125]);
    expect(most).toBeLessThanOrEqual(14);
  },
);

test("what a search finds is sorted by address, whatever order is wanted", async () => {
  const { found } = await walk(true, { search: "S00000" });
  expect(found[0]?.address).toBe("s000000@example.com");
  expect(ids(found)).toHaveLength(13);
});

test("the list of one kind and state is walked in either direction", async () => {
  const kind = { kind: "slack", state: "active" };
  const target = { kind: "slack", targetSealed: "", state: "active" as const };
  const slack = Array.from({ length: 16 }, (_, n) => ({
    pageId: told.pageId,
    ...plainSubscriber(`slack:${n}`, 1),
    ...target,
    id: `slack-${String(n).padStart(2, "0")}`,
  }));
  await put(told.deployment, subscriberTable, slack);
  const up = await walk(false, kind);
  const down = await walk(true, kind);
  expect(ids(up.found)).toEqual(slack.map(({ id }) => id));
  expect(ids(down.found)).toEqual(ids(up.found).reverse());
});

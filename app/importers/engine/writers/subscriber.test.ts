import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { quarantineListTable, subscriberTable } from "~/db/schema";
import type { ImportWriteFacts } from "~/importers/engine/noun-writer";
import { subscriberKey } from "~/importers/rules/move-things";
import { subscribersToNotifyQuery } from "~/notifications/queries/recipients";
import { listSubscribers } from "~/subscribers/list";
import { openSubscriberTarget } from "~/subscribers/target-label";
import { countRows } from "../../../../tests/support/counted-rows";
import { good } from "../../../../tests/support/desk";
import { executeOn, importFactsOfDesk, rowsWrittenBy, writtenThings } from "../../../../tests/support/observer-imports";
import { deskOfFile } from "../../../../tests/support/of-file";
import { twilioSettings } from "../../../../tests/support/twilio-peer";
import { readImportAbilities } from "../import-abilities";
import { readKnownSubscriberKeys, subscriberImportWriter } from "./subscriber";

const desk = deskOfFile(twilioSettings);
const ctx = () => desk.owner();
const consentedAt = Date.UTC(2024, 4, 1);

const person = (address: string, given: object = {}) => ({
  kind: "email",
  address,
  state: "active",
  componentIds: [],
  consentedAt,
  ...given,
});

function things(subscribers: object[]) {
  return writtenThings("subscriber", { subscribers }).map((each) => ({
    ...each,
    ourId: `our-${each.thing.address.toLowerCase()}`.slice(0, 80),
  }));
}
const write = (subscribers: object[], more: Partial<ImportWriteFacts> = {}) =>
  subscriberImportWriter.write(ctx(), importFactsOfDesk(desk, more), things(subscribers));
const make = async (subscribers: object[], more = {}) => rowsWrittenBy(desk, await write(subscribers, more));

async function rowsOf(ids: string[]) {
  const [rows] = await readBatch(
    ctx(),
    ctx().db.select().from(subscriberTable).where(eq(subscriberTable.pageId, desk.pageId)),
  );
  return ids.map((id) => rows.find((each) => each.id === `our-${id}`));
}

describe("subscribers that are made", () => {
  test("3,000 at once: one statement, 2 rows each; their keys are found again in one statement that scans nothing", async () => {
    const many = Array.from({ length: 3000 }, (_, index) => person(`many${index}@example.com`));
    const statements = await write(many);
    expect(statements).toHaveLength(1);
    expect(String(statements[0]?.params[0]).length).toBeLessThan(1_000_000);
    expect(await rowsWrittenBy(desk, statements)).toBe(6000);
    expect(await make(many)).toBe(0);
    const keys = things(many.slice(0, 100)).map(({ thing }) => subscriberKey(thing));
    let found: ReadonlySet<string> = new Set();
    const read = await countRows(desk.deployment, async () => {
      found = await readKnownSubscriberKeys(ctx(), desk.pageId, [...keys, "email:none@example.com", "email:broken"]);
    });
    expect(found).toEqual(new Set(keys));
    expect(read).toBeLessThanOrEqual(keys.length * 5);
  });

  test("each in the state it had, with its consent and scope, in the page's language; nobody is sent anything", async () => {
    const { startedAt } = importFactsOfDesk(desk);
    await make([
      person("Ann@Example.com", { componentIds: ["1", "gone"] }),
      person("left@example.com", { state: "unsubscribed" }),
      person("full@example.com", { state: "quarantined" }),
      person("undated@example.com", { consentedAt: null }),
    ]);
    const [ann, left, full, undated] = await rowsOf([
      "ann@example.com",
      "left@example.com",
      "full@example.com",
      "undated@example.com",
    ]);
    const shared = { importedFrom: "statuspage", language: "de", timeZone: "Europe/Berlin", askedAt: null, version: 0 };
    expect(ann).toMatchObject({ ...shared, address: "ann@example.com", state: "active", scope: "components" });
    expect(ann).toMatchObject({ componentIds: [desk.components[0]], confirmedAt: consentedAt, confirmationsAt: [] });
    expect(left).toMatchObject({ ...shared, scope: "page", state: "unsubscribed", unsubscribedAt: startedAt });
    expect(full).toMatchObject({ ...shared, state: "quarantined", quarantinedAt: startedAt, quarantineReason: null });
    expect([undated?.confirmedAt, undated?.createdAt]).toEqual([startedAt, startedAt]);
    const [lists] = await readBatch(ctx(), ctx().db.select().from(quarantineListTable));
    expect(lists.map(({ subscriberIds }) => subscriberIds)).toEqual([[full?.id]]);
    const notice = { pageId: desk.pageId, subjectId: "i", scope: {}, audience: "subscribers", way: null };
    const told = { ...notice, createdAt: desk.deployment.clock.now } as never;
    const [reached] = await readBatch(ctx(), subscribersToNotifyQuery(ctx(), told, "our-u", 10));
    expect(reached).toEqual([{ id: "our-undated@example.com" }]);
  });

  test("an address that is here stays as it is; one whose components did not come gets nothing", async () => {
    await executeOn(desk, "UPDATE subscriber SET state = 'unsubscribed', version = 1 WHERE id = 'our-ann@example.com'");
    await make([person("ANN@example.com"), person("none@example.com", { componentIds: ["gone"] })]);
    const [ann, none] = await rowsOf(["ann@example.com", "none@example.com"]);
    expect([ann?.state, ann?.version, none]).toEqual(["unsubscribed", 1, undefined]);
  });
});

describe("other ways than email", () => {
  const hook = person("https://hooks.example.com/in?x=1", { kind: "webhook" });
  const phone = person("+4915112345678", { kind: "sms" });

  test("a webhook gets the body of the product that it was made for, and a phone its texts", async () => {
    await make([hook, phone]);
    const [web, text] = await rowsOf([hook.address, phone.address]);
    expect(web && (await openSubscriberTarget(ctx(), web))).toMatchObject({ url: hook.address, body: "statuspage" });
    expect(web?.address).toMatch(/^webhook:[0-9a-f]{32}$/);
    expect(text && (await openSubscriberTarget(ctx(), text))).toEqual({ to: phone.address });
    const keys = [`webhook:${hook.address}`, `sms:${phone.address}`, "webhook:https://other.example.com/", "push:x"];
    expect([...(await readKnownSubscriberKeys(ctx(), desk.pageId, keys))]).toEqual(keys.slice(0, 2));
  });

  test.each([
    [person("ann@example.com"), true],
    [person("ann@b"), false],
    [hook, true],
    [{ ...hook, address: "http://hooks.example.com/" }, false],
    [{ ...hook, address: "https://10.0.0.1/in" }, false],
    [{ ...hook, address: "nowhere" }, false],
    [phone, true],
    [{ ...phone, address: "+390612345678" }, false],
    [{ ...phone, address: "+49" }, false],
  ])("%j is reachable from here: %j", async (given, expected) => {
    const [written] = things([given]);
    const { isSubscriberReachable } = await readImportAbilities(ctx());
    expect(written && isSubscriberReachable(written.thing)).toBe(expected);
  });
});

test("people see where they came from, and since when they agreed", async () => {
  const { subscribers } = await good(
    listSubscribers(desk.as("admin"), { pageId: desk.pageId, search: "u", newestFirst: true }),
  );
  expect(subscribers).toMatchObject([
    { address: "undated@example.com", importedFrom: "Statuspage", consentedAt: null },
  ]);
  const left = await good(listSubscribers(desk.as("admin"), { pageId: desk.pageId, search: "left" }));
  expect(left.subscribers).toMatchObject([{ importedFrom: "Statuspage", consentedAt }]);
});

test("an undo removes those whom nobody has changed since, themselves included", async () => {
  const ids = ["our-ann@example.com", "our-left@example.com", "gone"];
  const removable = await subscriberImportWriter.readRemovable(ctx(), desk.pageId, ids);
  expect(removable).toEqual([
    { id: ids[0], name: "ann@example.com", version: 1, namedBy: [] },
    { id: ids[1], name: "left@example.com", version: 0, namedBy: [] },
  ]);
  await rowsWrittenBy(desk, await subscriberImportWriter.remove(ctx(), desk.pageId, removable));
  const [ann, left] = await rowsOf(["ann@example.com", "left@example.com"]);
  expect([ann?.state, left]).toEqual(["unsubscribed", undefined]);
  expect(await subscriberImportWriter.readHere(ctx(), desk.pageId, [])).toEqual([]);
});

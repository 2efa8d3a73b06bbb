import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "~/access/actor";
import { englishText } from "~/failures/refusal";
import { refusalTexts } from "~/i18n/refusal-text";
import type { Ctx } from "~/platform/ctx";
import { failureOf, good } from "../../tests/support/desk";
import { addressOf, arrange, someSubscribers } from "../../tests/support/scenario";
import { execute, noticesOf, openTold, subscribersOf, type Told } from "../../tests/support/told";
import { addSubscriber } from "./add";
import { countSubscribers, forgetSubscriberCounts } from "./counts";
import { exportSubscribers } from "./export";
import { importSubscribers } from "./import";
import { listSubscribers } from "./list";
import { releaseSubscribers, removeSubscribers, unsubscribeSubscribers } from "./move";
import { countNotificationReach } from "./reach";
import { resendConfirmation, resendConfirmations } from "./resend-confirmation";
import { setSubscriberComponents } from "./set-components";

let told: Told;
beforeAll(async () => {
  told = await openTold();
});
afterAll(() => told.close());
beforeEach(async () => {
  for (const table of ["subscriber", "notice", "audit_entry", "mail_ledger", "stranger_rows"])
    await execute(told, `DELETE FROM ${table}`);
  forgetSubscriberCounts(told.pageId);
  told.deployment.clock.now += 1000;
});

const at = (role: Role = "admin"): Ctx => told.as(role);
const page = () => ({ pageId: told.pageId });
const states = async () => Object.fromEntries((await subscribersOf(told)).map(({ id, state }) => [id, state]));
const minute = 60_000;

describe("a list of 20,000", { timeout: 120_000 }, () => {
  /** Returns the rows that a use case reads. */
  async function rowsRead(work: (ctx: Ctx) => Promise<unknown>): Promise<number> {
    const ctx = at();
    await work(ctx);
    return ctx.meter.read;
  }

  test("is paged, searched and counted; a page of it reads at most 60 rows", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 20_000));
    const seen: string[] = [];
    let after: string | null = "";
    for (let turn = 0; turn < 3 && after !== null; turn++) {
      const from: string = after;
      expect(await rowsRead((ctx) => listSubscribers(ctx, { ...page(), after: from }))).toBeLessThanOrEqual(60);
      const listed = await good(listSubscribers(at(), { ...page(), after: from }));
      seen.push(...listed.subscribers.map(({ address }) => address ?? ""));
      after = listed.next;
    }
    expect(seen).toEqual(Array.from({ length: 150 }, (_, n) => addressOf(n)));
    for (const search of ["s0199", "S019999@", "s", "nobody", "t"]) {
      const read = await rowsRead((ctx) => listSubscribers(ctx, { ...page(), search }));
      expect([search, read <= 60]).toEqual([search, true]);
    }
    const found = await good(listSubscribers(at(), { ...page(), search: "s0199" }));
    expect(found.subscribers.map(({ address }) => address)[0]).toBe(addressOf(19_900));
    const rest = await good(listSubscribers(at(), { ...page(), search: "s0199", after: found.next ?? "" }));
    expect(rest.subscribers.map(({ address }) => address)).toEqual(
      Array.from({ length: 50 }, (_, n) => addressOf(19_950 + n)),
    );
    expect(rest.next).toBeNull();
    expect(await good(countSubscribers(at(), page()))).toEqual([
      { kind: "email", state: "active", scope: "page", count: 20_000 },
    ]);
    expect(await rowsRead((ctx) => countSubscribers(ctx, page()))).toBe(0);
    expect(await good(countNotificationReach(at(), { ...page(), componentIds: [] }))).toEqual({ people: 20_000 });
    const { csv, next } = await good(exportSubscribers(at(), page()));
    expect([csv.split("\n").length, next]).toEqual([10_001, "sub009999"]);
  });
});

test("a search that goes on shows every row of an address that has several", async () => {
  const ann = { address: "ann@example.com" };
  await arrange(
    told.deployment,
    someSubscribers(told.pageId, 1, ann),
    someSubscribers(told.pageId, 1, { ...ann, scope: "incident", incidentId: "i1" }, 1),
    someSubscribers(told.pageId, 1, { ...ann, scope: "incident", incidentId: "i2" }, 2),
    someSubscribers(told.pageId, 1, { address: "anna@example.com" }, 9),
  );
  const seen: string[] = [];
  let after: string | null = "";
  while (after !== null) {
    const listed: Awaited<ReturnType<typeof listSubscribers>> = await listSubscribers(at(), {
      ...page(),
      search: "ann",
      limit: 1,
      after,
    });
    const { subscribers, next } = await good(listed);
    seen.push(...subscribers.map(({ id }) => id));
    after = next;
  }
  expect(seen).toEqual(["sub000000", "sub000001", "sub000002", "sub000009"]);
});

test("viewers see masked addresses; only admins change anything", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 1, { address: "ann@example.com" }));
  const { subscribers } = await good(listSubscribers(at("viewer"), page()));
  expect(subscribers[0]?.address).toBe("a•••@example.com");
  const ids = ["sub000000"];
  const refused = [
    await failureOf(addSubscriber(at("responder"), { ...page(), email: "x@example.com" })),
    await failureOf(importSubscribers(at("responder"), { ...page(), file: "x@example.com", agreement: "given" })),
    await failureOf(exportSubscribers(at("responder"), page())),
    await failureOf(removeSubscribers(at("responder"), { ...page(), ids })),
    await failureOf(setSubscriberComponents(at("responder"), { ...page(), id: "sub000000", componentIds: [] })),
    await failureOf(resendConfirmations(at("responder"), { ...page(), ids: "all" })),
  ];
  expect(refused.map((failure) => failure?.name)).toEqual(Array(6).fill("forbidden"));
  expect(await states()).toEqual({ sub000000: "active" });
});

describe("an import", () => {
  const take = (file: string, agreement = "given") => importSubscribers(at(), { ...page(), file, agreement });

  test("is taken whole; who is known stays as they are, also who left", async () => {
    await arrange(
      told.deployment,
      someSubscribers(told.pageId, 1, { address: "left@example.com", state: "unsubscribed" }),
    );
    const file =
      'Email,Components,Language,time_zone\nANN@example.com,"API;Website",de,Europe/Berlin\nleft@example.com,,,\nbob@example.com,,,\nbob@example.com,API,,';
    expect(await good(take(file))).toEqual({ added: 2, unchanged: 1 });
    const rows = new Map((await subscribersOf(told)).map((row) => [row.address, row]));
    expect(rows.get("ann@example.com")).toMatchObject({
      state: "active",
      scope: "components",
      language: "de",
      timeZone: "Europe/Berlin",
      componentIds: [told.components[1], told.components[0]],
    });
    expect(rows.get("bob@example.com")).toMatchObject({ state: "active", scope: "page" });
    expect(rows.get("left@example.com")?.state).toBe("unsubscribed");
    expect(await noticesOf(told)).toEqual([]);
  });

  test.each([
    ["email\nann@example.com\nnobody\nx@y", "Entry 2: no email address. Entry 3: no email address."],
    ["email,components\nann@example.com,Nothing", "Entry 1: no component is called “Nothing”."],
    ["email,time_zone\nann@example.com,Mars/Olympus", "Entry 1: no time zone."],
    ["email,language\nann@example.com,12", "Entry 1: no language."],
    ["name\nAnn", "Entry 1: no email address."],
    ["email\n", "No line has an email address."],
  ])("%j is refused whole, naming each bad line", async (file, problems) => {
    const failure = await failureOf(take(file));
    const said = failure?.name === "invalid" ? refusalTexts(failure.fields, "en").file : "";
    expect(said).toContain(problems);
    expect(await subscribersOf(told)).toEqual([]);
  });

  test("without a word on whether the people agreed, too long or too large is refused", async () => {
    const lines = Array.from({ length: 5001 }, (_, n) => addressOf(n)).join("\n");
    expect(await failureOf(take(lines))).toMatchObject({ fields: { file: expect.stringContaining("5000") } });
    const tooLarge = { fields: { file: expect.stringContaining("subscriber.file_size") } };
    expect(await failureOf(take("x".repeat(1_000_001)))).toMatchObject(tooLarge);
    expect(await failureOf(take("ann@example.com", ""))).toMatchObject({ fields: { agreement: expect.any(String) } });
    expect(await subscribersOf(told)).toEqual([]);
  });

  test("of 5,000 goes in at once, and twice is once", async () => {
    const file = Array.from({ length: 5000 }, (_, n) => addressOf(n)).join("\n");
    expect(await good(take(file))).toEqual({ added: 5000, unchanged: 0 });
    expect(await good(take(file))).toEqual({ added: 0, unchanged: 5000 });
    expect(await subscribersOf(told)).toHaveLength(5000);
  });

  test("comes back out as it went in, with what a spreadsheet would compute defused", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 1, { address: "=cmd@example.com" }));
    const { csv } = await good(exportSubscribers(at(), page()));
    expect(csv).toContain('"\'=cmd@example.com",active,page');
  });
});

describe("many at once", () => {
  test("unsubscribed, released and forgotten, by id and by state", async () => {
    const unreached = { state: "quarantined", quarantineReason: englishText("no such mailbox") };
    await arrange(
      told.deployment,
      someSubscribers(told.pageId, 2),
      someSubscribers(told.pageId, 2, unreached, 2),
      someSubscribers(told.pageId, 1, { state: "pending" }, 4),
    );
    await good(releaseSubscribers(at(), { ...page(), ids: ["sub000000", "sub000002", "sub000004"] }));
    expect(Object.values(await states())).toEqual(["active", "active", "active", "quarantined", "pending"]);
    await good(unsubscribeSubscribers(at(), { ...page(), ids: "all", states: ["active"] }));
    expect(Object.values(await states())).toEqual([...Array(3).fill("unsubscribed"), "quarantined", "pending"]);
    await good(releaseSubscribers(at(), { ...page(), ids: "all" }));
    expect((await states()).sub000003).toBe("active");
    await good(removeSubscribers(at(), { ...page(), ids: ["sub000000"] }));
    expect(Object.keys(await states())).not.toContain("sub000000");
  });

  test("get the confirmation request again fifty at a time, never above the limits of an address", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 60, { state: "pending" }));
    const again = () => good(resendConfirmations(at(), { ...page(), ids: "all" }));
    const first = await again();
    expect([first.ids.length, first.left]).toEqual([50, true]);
    told.deployment.clock.now += 1000;
    const second = await again();
    expect(second.ids).toHaveLength(10);
    told.deployment.clock.now += 1000;
    expect((await again()).ids).toEqual([]);
    expect(await noticesOf(told)).toHaveLength(60);
  });
});

describe("one by one", () => {
  test("added by an admin they get a confirmation request, not more often than the limit allows", async () => {
    const { id } = await good(addSubscriber(at(), { ...page(), email: "Ann@Example.com" }));
    expect(await subscribersOf(told)).toMatchObject([{ id, address: "ann@example.com", state: "pending" }]);
    expect(await noticesOf(told)).toHaveLength(1);
    await good(resendConfirmation(at(), { ...page(), id }));
    await good(addSubscriber(at(), { ...page(), email: "ann@example.com" }));
    expect(await noticesOf(told)).toHaveLength(1);
    told.deployment.clock.now += 10 * minute;
    await good(resendConfirmation(at(), { ...page(), id }));
    expect(await noticesOf(told)).toHaveLength(2);
    await execute(told, "UPDATE subscriber SET state = 'active'");
    expect(await failureOf(resendConfirmation(at(), { ...page(), id }))).toMatchObject({ code: "not_pending" });
    expect(await failureOf(addSubscriber(at(), { ...page(), email: "ann@example.com" }))).toMatchObject({
      code: "already_subscribed",
    });
  });

  test("their components are the page's own, and an incident has none", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 1));
    await arrange(told.deployment, someSubscribers(told.pageId, 1, { scope: "incident", incidentId: "i1" }, 1));
    const set = (id: string, componentIds: string[]) => setSubscriberComponents(at(), { ...page(), id, componentIds });
    await good(set("sub000000", [told.components[2]]));
    expect((await subscribersOf(told))[0]).toMatchObject({ scope: "components", componentIds: [told.components[2]] });
    expect(await failureOf(set("sub000000", ["elsewhere"]))).toMatchObject({ name: "invalid" });
    expect(await failureOf(set("sub000001", []))).toMatchObject({ code: "one_incident" });
    expect(await failureOf(set("nobody", []))).toMatchObject({ name: "missing" });
    await good(set("sub000000", []));
    expect((await subscribersOf(told))[0]).toMatchObject({ scope: "page", componentIds: [] });
  });
});

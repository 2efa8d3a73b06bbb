import { afterEach, expect, test } from "vitest";
import { subscriberTable } from "~/db/schema";
import { withdrawIncident } from "~/incidents/verbs";
import { planMaintenance } from "~/maintenances/plan";
import { postMaintenanceUpdate } from "~/maintenances/updates";
import { startMaintenance } from "~/maintenances/verbs";
import { emailMessageId } from "~/text/message-id";
import { cpuClock } from "../../../../tests/support/cpu-work";
import { type Desk, good, openDesk } from "../../../../tests/support/desk";
import { bornNotices, bornOf, readerOn } from "../../../../tests/support/letter-notices";
import { put } from "../../../../tests/support/scenario";
import { open, quiet, update } from "../../../../tests/support/told";
import { openSubscriptionToken } from "./subscriber-links";
import { emailWriterOf } from "./write";

let desk: Desk;
afterEach(() => desk?.close());

const reader = (over: Parameters<typeof readerOn>[1] = {}) => readerOn(desk, over);
const notices = () => bornNotices(desk);
const opened = async (over: Record<string, unknown> = {}) => {
  desk = await openDesk();
  return open(desk, over);
};

test("an incident's mail: newest first, the component as the page shows it, links of this recipient alone", async () => {
  const id = await opened();
  await update(desk, id, "It was the **cable**.");
  const [first, second] = await notices();
  const ctx = desk.deployment.ctx();
  const writer = await emailWriterOf(ctx, [second as NonNullable<typeof second>]);
  expect(ctx.meter.statements).toBeLessThanOrEqual(4);
  expect(writer?.fromName).toBe("Acme");
  const letter = await writer?.write(reader());
  expect(letter?.subject).toBe("[Acme] Identified: Orders are late");
  const text = letter?.text ?? "";
  expect(text.indexOf("It was the cable.")).toBeLessThan(text.indexOf("Earlier updates"));
  expect(text.indexOf("Earlier updates")).toBeLessThan(text.indexOf("We look into it."));
  expect(text).toContain("- Website: Partial outage");
  expect(text).toContain("Times are shown in Asia/Tokyo.");
  const token = /subscriptions\/([\w.-]+)\/leave/.exec(text)?.[1] ?? "";
  expect(await openSubscriptionToken(ctx, token)).toEqual({
    purpose: "manage",
    id: "sub1",
    generation: 2,
    expiresAt: null,
  });
  expect(letter?.headers["List-Unsubscribe"]).toBe(`<http://localhost:8787/acme/subscriptions/${token}/leave>`);
  expect(letter?.html).toContain(`/subscriptions/${token}/leave`);
  const other = await writer?.write(reader({ id: "sub2" }));
  expect(other?.text).not.toContain(token);
  expect(other?.html).not.toContain(token);
  expect(first?.id).not.toBe(second?.id);
});

test("what was posted after a notice was born is not in its mail: it has its own", async () => {
  const id = await opened();
  await update(desk, id, "Second word.");
  const [first] = await notices();
  const writer = await emailWriterOf(desk.deployment.ctx(), [first as NonNullable<typeof first>]);
  const letter = await writer?.write(reader());
  expect(letter?.text).toContain("We look into it.");
  expect(letter?.text).not.toContain("Second word.");
  expect(letter?.text).toContain("Investigating");
});

test("a digest carries the news of all its notices on top", async () => {
  const id = await opened();
  for (const word of ["Alpha.", "Beta.", "Gamma.", "Delta."]) await update(desk, id, word);
  const [, ...later] = await notices();
  expect(later).toHaveLength(4);
  const text = (await (await emailWriterOf(desk.deployment.ctx(), later))?.write(reader()))?.text ?? "";
  const places = ["Delta.", "Gamma.", "Beta.", "Alpha.", "Earlier updates", "We look into it."].map((part) =>
    text.indexOf(part),
  );
  expect(places[0]).toBeGreaterThan(0);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

interface Threaded {
  messageId: string;
  headers: Record<string, string>;
  about: string;
}

/** Groups emails as an email program does: those that name a common id are one thread. */
function threadsOf(mails: readonly Threaded[]): string[] {
  const threads: { ids: Set<string>; about: Set<string> }[] = [];
  for (const { messageId, headers, about } of mails) {
    const named = [`<${messageId}>`, ...`${headers["In-Reply-To"]} ${headers.References}`.split(" ")];
    const hit = threads.filter(({ ids }) => named.some((id) => ids.has(id)));
    const ids = new Set([...named, ...hit.flatMap((each) => [...each.ids])]);
    const abouts = new Set([about, ...hit.flatMap((each) => [...each.about])]);
    threads.splice(0, threads.length, ...threads.filter((each) => !hit.includes(each)), { ids, about: abouts });
  }
  return threads.map((each) => [...each.about].join("+")).sort();
}

test("all mails of an incident to one reader are one thread in any order; no other thread touches it", async () => {
  const id = await opened();
  await update(desk, id, "More.");
  await update(desk, id, "Still more.");
  const second = await open(desk, { title: "Another" });
  const mails: Threaded[] = [];
  for (const row of (await notices()).reverse()) {
    const writer = await emailWriterOf(desk.deployment.ctx(), [row]);
    for (const to of ["sub1", "sub2"]) {
      const { headers } = (await writer?.write(reader({ id: to }))) ?? { headers: {} };
      const messageId = emailMessageId(`${row.id}.${to}`, desk.deployment.ctx().config.origin);
      mails.push({ messageId, headers, about: `${row.subjectId} ${to}` });
    }
  }
  expect(mails).toHaveLength(8);
  expect(threadsOf(mails)).toEqual([`${id} sub1`, `${id} sub2`, `${second} sub1`, `${second} sub2`].sort());
});

test("a withdrawn incident, a page that is gone: nothing to tell any more", async () => {
  const id = await opened();
  const rows = await notices();
  desk.deployment.clock.now += 1000;
  await good(withdrawIncident(quiet(desk.as("admin")), { pageId: desk.pageId, id }));
  expect(await emailWriterOf(desk.deployment.ctx(), rows)).toBeNull();
  const elsewhere = rows.map((row) => ({ ...row, pageId: "nowhere" }));
  expect(await emailWriterOf(desk.deployment.ctx(), elsewhere)).toBeNull();
  expect(await emailWriterOf(desk.deployment.ctx(), [])).toBeNull();
});

test("a maintenance is told with its window and with what its components will be", async () => {
  desk = await openDesk();
  const startsAt = Date.UTC(2026, 10, 22, 1);
  await good(
    planMaintenance(quiet(desk.as("responder")), {
      pageId: desk.pageId,
      title: "Larger disks",
      body: "Writing stops.",
      startsAt,
      endsAt: startsAt + 7_200_000,
      components: { [desk.components[1]]: "degraded_performance" },
    }),
  );
  const ctx = desk.deployment.ctx();
  const letter = await (await emailWriterOf(ctx, await notices()))?.write(reader());
  expect(ctx.meter.statements).toBeLessThanOrEqual(4 + 3);
  expect(letter?.subject).toBe("[Acme] Scheduled: Larger disks");
  for (const part of [
    "Sun, Nov 22, 2026, 10:00 – 12:00 (Asia/Tokyo)",
    "Nov 22, 2026, 01:00 – 03:00 UTC",
    "Writing stops.",
    "- API: Degraded performance",
  ]) {
    expect(letter?.text).toContain(part);
  }
});

test("a reminder and an update of a maintenance; a reminder of one that has begun tells nothing any more", async () => {
  desk = await openDesk();
  const startsAt = desk.deployment.clock.now + 172_800_000;
  const by = () => quiet(desk.as("responder"));
  const window = { startsAt, endsAt: startsAt + 7_200_000 };
  const unannounced = { tellPlanned: false, tellStart: false, remindDay: true };
  const plan = { pageId: desk.pageId, title: "Larger disks", body: "Writing stops.", ...window, ...unannounced };
  const { id } = await good(planMaintenance(by(), { ...plan, components: { [desk.components[1]]: "major_outage" } }));
  const ctx = () => desk.deployment.ctx();
  const reminder = await notices();
  expect(reminder).toMatchObject([{ kind: "maintenance_reminder", dueAt: startsAt - 86_400_000 }]);
  const letter = await (await emailWriterOf(ctx(), reminder))?.write(reader());
  for (const part of ["This maintenance starts soon.", "Writing stops.", "- API: Major outage"]) {
    expect(letter?.text).toContain(part);
    expect(letter?.html).toContain(part.replace("- API: ", ""));
  }
  await good(startMaintenance(by(), { pageId: desk.pageId, id }));
  expect(await emailWriterOf(ctx(), reminder)).toBeNull();
  desk.deployment.clock.now += 1000;
  await good(postMaintenanceUpdate(by(), { pageId: desk.pageId, id, body: "It takes **longer**." }));
  const [update] = await notices();
  const told = await (await emailWriterOf(ctx(), update ? [update] : []))?.write(reader());
  expect(told?.text.indexOf("It takes longer.")).toBeGreaterThan(0);
  expect(told?.text.indexOf("It takes longer.")).toBeLessThan(told?.text.indexOf("Writing stops.") ?? 0);
  expect(told?.text).toContain("Maintenance: In progress");
});

test("who was asked to confirm gets one link for 24 hours, and none once it is done", async () => {
  desk = await openDesk();
  const { now } = desk.deployment.clock;
  const row = {
    pageId: desk.pageId,
    id: "sub1",
    address: "ada@example.com",
    scope: "components",
    componentIds: desk.components.slice(1),
    state: "pending",
    language: "en",
    timeZone: "Etc/UTC",
    confirmationsAt: [now],
    createdAt: now,
    updatedAt: now,
  };
  await put(desk.deployment, subscriberTable, [row, { ...row, id: "sub2", address: "b@example.com", state: "active" }]);
  const asked = (id: string) => emailWriterOf(desk.deployment.ctx(), [bornOf(desk, { scope: { subscriber_id: id } })]);
  const letter = await (await asked("sub1"))?.write(reader());
  expect(letter?.text).toContain("Updates about: API and Sign-in");
  const token = /subscriptions\/([\w.-]+)/.exec(letter?.text ?? "")?.[1] ?? "";
  expect(await openSubscriptionToken(desk.deployment.ctx(), token)).toMatchObject({
    purpose: "confirm",
    id: "sub1",
    expiresAt: now + 86_400_000,
  });
  expect(letter?.headers["List-Unsubscribe"]).toBeUndefined();
  expect(letter?.headers["Auto-Submitted"]).toBe("auto-generated");
  expect(await asked("sub2")).toBeNull();
  expect(await asked("sub3")).toBeNull();
});

test("a zone that is none does not hold the mail back", async () => {
  await opened();
  const writer = await emailWriterOf(desk.deployment.ctx(), await notices());
  expect((await writer?.write(reader({ timeZone: "Mars/Olympus" })))?.text).toContain("Times are shown in UTC.");
});

test("100,000 recipients: a mail is rendered once for a language and zone, then only filled in", async () => {
  await opened();
  const writer = await emailWriterOf(desk.deployment.ctx(), await notices());
  const count = 5000;
  const worked = cpuClock();
  for (let n = 0; n < count; n++)
    await writer?.write(reader({ id: `sub${n}`, timeZone: n % 2 ? "Etc/UTC" : "Asia/Tokyo" }));
  const each = (worked() * 1000) / count;
  const zones = ["Europe/Paris", "Asia/Kolkata", "America/Lima", "Africa/Cairo", "Asia/Seoul", "America/Denver"];
  const renders = cpuClock();
  for (const timeZone of zones) await writer?.write(reader({ timeZone }));
  const render = renders() / zones.length;
  console.log(`letters: ${render.toFixed(2)} ms for the first of a zone`);
  console.log(`letters: ${each.toFixed(0)} µs a recipient, ${((each * 100_000) / 1e6).toFixed(1)} s for 100,000`);
  expect(each).toBeLessThan(1000);
});

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { channelDeliveryTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { runSender } from "~/notifications/engine/wake";
import { type Desk, good, openDesk } from "../support/desk";
import {
  type Arrived,
  type DoubtfulReceivers,
  type Fate,
  fates,
  settingsOfKind,
  startDoubtfulReceivers,
  teamKinds,
} from "../support/doubtful-receivers";
import { sizedBy } from "../support/sizes";

/** Whatever is lost, doubled, refused and delayed on the way: what receivers know in the end is what is so. */
let desk: Desk;
let world: DoubtfulReceivers;
beforeAll(async () => {
  desk = await openDesk();
  world = startDoubtfulReceivers();
  desk.deployment.way.outbound = world.outbound;
});
afterAll(() => desk.close());

const minute = 60_000;
const events = ["incident_published", "incident_updated", "incident_resolved", "postmortem_published"];

async function forget(): Promise<void> {
  world.arrived.length = 0;
  world.heard.length = 0;
  const tables = ["channel", "channel_delivery", "channel_thread", "notice"];
  const statements = tables.map((table) => ({ sql: `DELETE FROM ${table}`, params: [] }));
  await runBatch(desk.deployment.ctx(), statements);
}

async function passes(milliseconds: number): Promise<void> {
  desk.deployment.clock.now += milliseconds;
  for (let round = 0; round < 20; round++) {
    const ctx = desk.deployment.ctx();
    ctx.meter.limit = { statements: 10_000, subrequests: 10_000, together: 20_000, mails: 1000 };
    if (!(await runSender(ctx))) break;
  }
  await desk.deployment.settled();
}

async function deliveries() {
  const ctx = desk.deployment.ctx();
  const [rows] = await readBatch(ctx, ctx.db.select().from(channelDeliveryTable));
  return rows;
}

async function untilQuiet(): Promise<void> {
  world.meet(() => "taken");
  for (let step = 0; step < 120; step++) {
    if ((await deliveries()).every(({ dueAt }) => dueAt === null)) return;
    await passes(60 * minute);
  }
}

/** Which step of which incident a call is about, by its words; where it says none of them, null. */
function stepIn({ body }: Arrived): { incident: string; step: number } | null {
  const [, incident = "", step = ""] =
    /(one|two)\W{0,3}step\W{0,3}(\d+)/.exec(decodeURIComponent(body.replaceAll("%", "%25"))) ?? [];
  return incident === "" ? null : { incident, step: Number(step) };
}

const textOf = (incident: string, step: number) => `${incident} step ${step}`;

interface Act {
  incident: "one" | "two";
  status: "identified" | "resolved";
  wait: number;
}

/** What is open where alerts are kept, by their own key. */
function openAt(kind: string): Set<string> {
  const open = new Set<string>();
  const set = (key: string, isOpen: boolean) => (isOpen ? open.add(key) : open.delete(key));
  for (const each of world.arrived.filter((arrived) => arrived.kind === kind)) {
    const { url, method, body } = each;
    const said = body === "" ? {} : JSON.parse(body);
    if (kind === "pagerduty" && said.event_action) set(said.dedup_key, said.event_action === "trigger");
    if (kind === "incident-io") set(said.deduplication_key, said.status === "firing");
    if (kind === "opsgenie" && method === "POST" && !url.includes("?")) set(said.alias, true);
    if (kind === "opsgenie" && url.includes("/close?")) open.delete(decodeURIComponent(url.split("/").at(-2) ?? ""));
    if (kind === "github-issue" && url.endsWith("/issues")) set(String(each.made), true);
    if (kind === "github-issue" && method === "PATCH") set(url.split("/").at(-1) ?? "", said.state === "open");
  }
  return open;
}

async function act(ids: Record<string, string>, { incident, status }: Act, step: number): Promise<void> {
  const { pageId } = desk;
  const body = textOf(incident, step);
  const id = ids[incident] as string;
  await good(postIncidentUpdate(desk.as("responder"), { pageId, id, body, status } as never));
}

async function open(name: string): Promise<string> {
  const { pageId, components } = desk;
  const given = { title: `Trouble ${name}`, body: textOf(name, 0), components: { [components[0]]: "major_outage" } };
  return (await good(openIncident(desk.as("responder"), { pageId, ...given } as never))).id;
}

const fate = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Fate>("taken") },
  { weight: 7, arbitrary: fc.constantFrom(...fates.filter((each) => each !== "refused")) },
);
const acts = fc.record({
  incident: fc.constantFrom("one" as const, "two" as const),
  status: fc.constantFrom("identified" as const, "resolved" as const),
  wait: fc.constantFrom(1000, 9000, minute, 6 * minute, 40 * minute, 3 * 60 * minute),
});
/** Kept alerts are always among them, with a few of the others. */
const alerting = ["pagerduty", "opsgenie", "incident-io", "github-issue", "webhook"];
const others = fc.shuffledSubarray(
  teamKinds.map(({ kind }) => kind).filter((kind) => !alerting.includes(kind)),
  { minLength: 2, maxLength: 3 },
);

const act1 = (status: Act["status"]): Act => ({ incident: "one", status, wait: 1000 });
/** Found before: it goes on after its end, of which nobody knows whether it arrived; and what was lost at first. */
const known: [string[], Act[], Fate[]][] = [
  [
    ["ntfy", "gotify"],
    [act1("resolved"), act1("identified")],
    ["taken", "taken", "taken", "taken", "taken", "lost", "taken"],
  ],
  [
    ["discord", "slack-bot"],
    [act1("identified"), act1("resolved")],
    ["lost", "busy", "later", "taken"],
  ],
];

async function play(
  kinds: readonly string[],
  script: readonly Act[],
  dealt: readonly Fate[],
): Promise<Map<string, Act>> {
  await forget();
  for (const kind of kinds) {
    const given = { pageId: desk.pageId, kind, name: kind, settings: settingsOfKind(kind), events };
    await good(createChannel(desk.as("admin"), given));
  }
  // The answer to a new issue names it: one that is lost leaves an issue that nobody knows.
  const known = (kind: string, each: Fate) =>
    kind === "github-issue" && (each === "lost" || each === "broken") ? "reset" : each;
  world.meet((kind, nth) => known(kind, dealt[(nth + 3 * kinds.indexOf(kind)) % dealt.length] ?? "taken"));
  const ids = { one: await open("one"), two: await open("two") };
  await passes(0);
  const last = new Map<string, Act>();
  for (const [index, each] of script.entries()) {
    desk.deployment.clock.now += each.wait;
    await act(ids, each, index + 1);
    await passes(0);
    last.set(ids[each.incident], each);
  }
  await untilQuiet();
  for (const id of Object.values(ids))
    if (!last.has(id)) last.set(id, { incident: "one", status: "identified", wait: 0 });
  return last;
}

/** Of each incident what a receiver heard never goes back. */
function goesBack(kind: string): string[] {
  const newest = new Map<string, number>();
  return world.arrived
    .filter((each) => each.kind === kind)
    .flatMap((each) => {
      const found = stepIn(each);
      if (!found) return [];
      const before = newest.get(found.incident) ?? 0;
      newest.set(found.incident, Math.max(before, found.step));
      return found.step < before ? [`${kind}: ${found.incident} ${before} then ${found.step}`] : [];
    });
}

/** By what a receiver knows a message: its id, or the transaction's. */
function idOf({ kind, url, headers, body }: Arrived): string | null {
  if (kind === "webhook") return headers["webhook-id"] ?? "";
  if (kind === "http") return String(JSON.parse(body).id);
  return kind === "matrix" ? (url.split("/").at(-1) ?? "") : null;
}

function idsOfTwoTexts(): string[] {
  const texts = new Map<string, string>();
  return world.heard.flatMap((call) => {
    const id = idOf(call);
    if (id === null) return [];
    const known = texts.get(id) ?? call.body;
    texts.set(id, known);
    return known === call.body ? [] : [`${call.kind} ${id}`];
  });
}

test("what is heard never goes back, each id had one text, and alerts elsewhere end as their incidents did", {
  timeout: 600_000,
}, async () => {
  const property = fc.asyncProperty(
    others,
    fc.array(acts, { minLength: 1, maxLength: 5 }),
    fc.array(fate, { minLength: 8, maxLength: 30 }),
    async (more, script, dealt) => {
      const kinds = [...alerting, ...more];
      const last = await play(kinds, script, dealt);
      expect(kinds.flatMap(goesBack)).toEqual([]);
      expect(idsOfTwoTexts()).toEqual([]);
      const states = (await deliveries()).map(({ state }) => state);
      expect(states.filter((each) => each === "due" || each === "dead")).toEqual([]);
      const stillOpen = [...last].filter(([, { status }]) => status !== "resolved").map(([id]) => `upfront:${id}`);
      for (const kind of ["pagerduty", "opsgenie", "incident-io"]) {
        expect([kind, [...openAt(kind)].sort()]).toEqual([kind, stillOpen.sort()]);
      }
      expect(openAt("github-issue").size).toBe(stillOpen.length);
    },
  );
  await fc.assert(property, { numRuns: sizedBy("UPFRONT_ORDER_RUNS", 8, 300), examples: known });
});

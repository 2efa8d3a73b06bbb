import fc from "fast-check";
import { setComponentStatus } from "~/components/set-status";
import { makeCorrection } from "~/corrections/make";
import { runBatch } from "~/db/run-batch";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { planMaintenance } from "~/maintenances/plan";
import { completeMaintenance, startMaintenance } from "~/maintenances/verbs";
import { deleteMonitor } from "~/monitors/verbs";
import { updatePage } from "~/pages/update";
import { closePageDays } from "~/status-page/timeline/engine/close-days";
import { insertStandstillStatement } from "~/status-page/timeline/queries/standstill";
import { type Desk, good } from "./desk";
import { watch } from "./monitors";
import { say, settled, silence } from "./own-alerts";
import { unitDue } from "./unit-due";
import type { Life, Observer, Stretch } from "./uptime-oracle";

const minute = 60_000;
const hour = 60 * minute;

const things = [
  "status",
  "clear",
  "watch",
  "unwatch",
  "fire",
  "recover",
  "silence",
  "incident",
  "resolve",
  "work",
  "complete",
  "correct",
  "zone",
  "stop",
] as const;

/** Events that end something must be as frequent as those that start it, or each life would be one outage. */
const often = ["watch", "fire", "recover", "clear", "resolve", "complete", "zone", "zone"] as const;

/** An event of a component after some time; `pick` decides its details. */
export interface Happening {
  after: number;
  what: (typeof things)[number];
  pick: number;
}

export const happenings: fc.Arbitrary<Happening[]> = fc.array(
  fc.record({
    after: fc.integer({ min: 1, max: 26 * 60 }),
    what: fc.constantFrom(...things, ...often),
    pick: fc.nat({ max: 1000 }),
  }),
  { minLength: 12, maxLength: 24 },
);

const zones = [
  "Etc/UTC",
  "Pacific/Kiritimati",
  "America/Los_Angeles",
  "Asia/Kathmandu",
  "Europe/Berlin",
  "Australia/Lord_Howe",
] as const;
const trouble = ["degraded_performance", "partial_outage", "major_outage"] as const;
const picked = <T>(all: readonly T[], pick: number): T => all[pick % all.length] as T;

/** A component's present state: its desk, what really happened, and what is still in progress. */
export interface Lived {
  desk: Desk;
  life: Life;
  zone: string;
  monitors: { id: string; observer: Observer }[];
  incidents: { id: string; stretch: Stretch }[];
  works: { id: string; stretch: Stretch }[];
  /** When an observer last started to vouch. */
  vouchedAt: number;
}

export const unlived = (desk: Desk): Lived => ({
  desk,
  life: { manual: [], words: [], incidents: [], works: [], observers: [], standstills: [] },
  zone: "Etc/UTC",
  monitors: [],
  incidents: [],
  works: [],
  vouchedAt: 0,
});

const nowOf = ({ desk }: Lived) => desk.deployment.clock.now;
const open = (from: number): Stretch => ({ from, to: null });
const goesOn = (stretches: readonly Stretch[]) => stretches.find(({ to }) => to === null);
const component = ({ desk }: Lived) => desk.components[0];

async function set(lived: Lived, status: (typeof trouble)[number] | "operational"): Promise<void> {
  const { desk, life } = lived;
  await good(
    setComponentStatus(desk.as("responder"), { pageId: desk.pageId, id: component(lived), status, reason: "" }),
  );
  life.manual.push({ at: nowOf(lived), status: status === "operational" ? null : status });
  life.words.push(nowOf(lived));
}

async function attach(lived: Lived, pick: number): Promise<void> {
  if (lived.monitors.length >= 2) return;
  const { desk } = lived;
  const status = picked(trouble, pick);
  const quiet = { mode: "none", hold: 0, resolveAfter: 0 } as const;
  const id = await watch(desk, { ...quiet, name: `Shop ${pick}`, components: { [component(lived)]: status } });
  const attached = open(nowOf(lived));
  const observer: Observer = { attached, spokeAt: null, status, firing: [], silent: [], voided: [] };
  lived.monitors.push({ id, observer });
  lived.life.observers.push(observer);
}

async function detach(lived: Lived, pick: number): Promise<void> {
  const { desk, monitors } = lived;
  if (monitors.length === 0) return;
  const [gone] = monitors.splice(pick % monitors.length, 1);
  if (!gone) return;
  await good(deleteMonitor(desk.as("admin"), { pageId: desk.pageId, id: gone.id }));
  gone.observer.attached.to = nowOf(lived);
}

/**
 * Waits before an observer starts to vouch: one that starts soon after another has to wait in the product, which these
 * lives leave out.
 */
function startVouching(lived: Lived): void {
  lived.desk.deployment.clock.now = Math.max(nowOf(lived), lived.vouchedAt + 3 * hour);
  lived.vouchedAt = nowOf(lived);
}

async function speak(lived: Lived, pick: number, word: "firing" | "resolved"): Promise<void> {
  const { desk, monitors } = lived;
  if (monitors.length === 0) return;
  const { id, observer } = picked(monitors, pick);
  const [firing, silent] = [goesOn(observer.firing), goesOn(observer.silent)];
  if (silent || (word === "firing") === (firing !== undefined)) return;
  if (observer.spokeAt === null) startVouching(lived);
  await say(desk, id, word);
  observer.spokeAt ??= nowOf(lived);
  if (firing) firing.to = nowOf(lived);
  else observer.firing.push(open(nowOf(lived)));
}

async function hush(lived: Lived, pick: number): Promise<void> {
  const { desk, monitors } = lived;
  if (monitors.length === 0) return;
  const { id, observer } = picked(monitors, pick);
  const [now, silent] = [nowOf(lived), goesOn(observer.silent)];
  if (observer.spokeAt === null || goesOn(observer.firing)) return;
  await silence(desk, id, silent ? null : now, silent ? now : null);
  if (silent) silent.to = now;
  else observer.silent.push(open(now));
}

async function report(lived: Lived, pick: number): Promise<void> {
  const { desk, life } = lived;
  const status = picked(trouble, pick);
  const { pageId } = desk;
  const given = { pageId, title: "Trouble", components: { [component(lived)]: status } };
  const { id } = await good(openIncident(desk.as("responder"), given));
  const stretch = { ...open(nowOf(lived)), status };
  lived.incidents.push({ id, stretch });
  life.incidents.push(stretch);
  life.words.push(nowOf(lived));
}

async function resolve(lived: Lived): Promise<void> {
  const { desk } = lived;
  const first = lived.incidents.shift();
  if (!first) return;
  await good(
    postIncidentUpdate(desk.as("responder"), { pageId: desk.pageId, id: first.id, status: "resolved", body: "Over." }),
  );
  first.stretch.to = nowOf(lived);
  lived.life.words.push(nowOf(lived));
}

async function work(lived: Lived): Promise<void> {
  const { desk, life } = lived;
  const { pageId } = desk;
  const [startsAt, endsAt] = [nowOf(lived) + hour, nowOf(lived) + 80 * 24 * hour];
  const given = { pageId, title: "Move", startsAt, endsAt, components: { [component(lived)]: "under_maintenance" } };
  const { id } = await good(planMaintenance(desk.as("responder"), given));
  await good(startMaintenance(desk.as("responder"), { pageId, id }));
  const stretch = open(nowOf(lived));
  lived.works.push({ id, stretch });
  life.works.push(stretch);
}

async function complete(lived: Lived): Promise<void> {
  const { desk } = lived;
  const first = lived.works.shift();
  if (!first) return;
  await good(completeMaintenance(desk.as("responder"), { pageId: desk.pageId, id: first.id }));
  first.stretch.to = nowOf(lived);
}

/** Corrects up to two days of the past, as far as the monitor existed. */
async function correct(lived: Lived, pick: number): Promise<void> {
  const { desk, life, monitors } = lived;
  if (monitors.length === 0) return;
  const { id, observer } = picked(monitors, pick);
  const to = nowOf(lived) - (pick % 7) * hour;
  const from = Math.max(observer.attached.from, to - (pick + 1) * 3 * minute);
  const isUnseen = life.standstills.some((each) => from <= Number(each.to) && each.from <= to);
  if (from >= to || isUnseen) return;
  const given = { pageId: desk.pageId, sourceId: id, startsAt: from, endsAt: to, reason: "The check was wrong." };
  const made = await makeCorrection(desk.as("admin"), given);
  if (made.ok) observer.voided.push({ from, to });
}

async function move(lived: Lived, pick: number): Promise<void> {
  lived.zone = picked(zones, pick);
  await good(updatePage(lived.desk.as("admin"), { pageId: lived.desk.pageId, timeZone: lived.zone }));
}

/** Makes the deployment stand still until now, as the tick that finds it records it. */
async function stop(lived: Lived, { after, pick }: Happening): Promise<void> {
  const to = nowOf(lived);
  const from = to - Math.min(after - 1, 16 + pick) * minute;
  if (to - from < 16 * minute) return;
  await runBatch(lived.desk.deployment.ctx(), [insertStandstillStatement({ from, to })]);
  lived.life.standstills.push({ from, to });
}

const acts: Record<Exclude<Happening["what"], "stop">, (lived: Lived, pick: number) => Promise<void>> = {
  status: (lived, pick) => set(lived, picked(trouble, pick)),
  clear: (lived) => set(lived, "operational"),
  watch: attach,
  unwatch: detach,
  fire: (lived, pick) => speak(lived, pick, "firing"),
  recover: (lived, pick) => speak(lived, pick, "resolved"),
  silence: hush,
  incident: report,
  resolve,
  work,
  complete,
  correct,
  zone: move,
};

/** Packs days before each event, as late as that is. */
export async function live(lived: Lived, happening: Happening): Promise<void> {
  const { desk } = lived;
  const { after, what, pick } = happening;
  desk.deployment.clock.now += after * minute;
  if (what === "stop") await stop(lived, happening);
  await closePageDays(desk.deployment.ctx(), [unitDue("day", desk.pageId)]);
  if (what !== "stop") await acts[what](lived, pick);
  await settled(desk);
}

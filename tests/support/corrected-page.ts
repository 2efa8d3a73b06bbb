import Papa from "papaparse";
import { expect } from "vitest";
import { updateComponent } from "~/components/update";
import { readComponentUptime } from "~/components/uptime";
import { makeCorrection } from "~/corrections/make";
import { type CorrectionView, listCorrections, undoCorrection } from "~/corrections/verbs";
import { runBatch } from "~/db/run-batch";
import { updatePage } from "~/pages/update";
import { resetIsolate } from "~/platform/isolate";
import { programEndpointHandlerOf } from "~/programs";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { uptimePartsByDate } from "~/status-page/rules/day-stories";
import { closePageDays } from "~/status-page/timeline/engine/close-days";
import { readPublishedView } from "~/status-page/view-page";
import { openDeployment } from "./database";
import { type Desk, good, openDesk } from "./desk";
import { watch } from "./monitors";
import { later, say } from "./own-alerts";
import { unitDue } from "./unit-due";

/**
 * A page with trouble reported by two sources around the end of summer time, and a model of the figures after
 * corrections.
 */
export const at = (text: string) => Date.parse(`${text}:00Z`);
export const minute = 60_000;
/** Midnights of Berlin: the 25th of October has 25 hours. */
const days = [
  { date: "2026-10-23", from: at("2026-10-22T22:00"), to: at("2026-10-23T22:00") },
  { date: "2026-10-24", from: at("2026-10-23T22:00"), to: at("2026-10-24T22:00") },
  { date: "2026-10-25", from: at("2026-10-24T22:00"), to: at("2026-10-25T23:00") },
  { date: "2026-10-26", from: at("2026-10-25T23:00"), to: at("2026-10-26T10:00") },
];

interface Firing {
  who: "shop" | "probe";
  status: "major_outage" | "partial_outage";
  from: number;
  to: number;
}

/** Trouble over midnight, over the doubled hour, twice at once, and on the open day. */
const firings: Firing[] = [
  { who: "shop", status: "major_outage", from: at("2026-10-23T21:30"), to: at("2026-10-23T22:20") },
  { who: "probe", status: "partial_outage", from: at("2026-10-24T21:00"), to: at("2026-10-24T23:00") },
  { who: "shop", status: "major_outage", from: at("2026-10-24T22:30"), to: at("2026-10-25T01:30") },
  { who: "shop", status: "major_outage", from: at("2026-10-25T22:50"), to: at("2026-10-25T23:10") },
  { who: "probe", status: "partial_outage", from: at("2026-10-26T08:00"), to: at("2026-10-26T09:00") },
];

export let desk: Desk;
export const sources = { shop: "", probe: "" };

/** Delivers all changes in order of time; days are closed as by a tick. */
async function live(): Promise<void> {
  const turns = firings.flatMap(({ who, from, to }) => [
    { who, at: from, word: "firing" as const },
    { who, at: to, word: "resolved" as const },
  ]);
  for (const { who, at: when, word } of turns.sort((one, other) => one.at - other.at)) {
    desk.deployment.clock.now = when;
    await closePageDays(desk.deployment.ctx(), [unitDue("day", desk.pageId)]);
    await say(desk, sources[who], word);
  }
  desk.deployment.clock.now = days.at(-1)?.to ?? 0;
  await closePageDays(desk.deployment.ctx(), [unitDue("day", desk.pageId)]);
  await later(desk, 0);
  // The tick's stamp; without it, what was observed would be outdated.
  const { now } = desk.deployment.clock;
  const sql = "UPDATE snapshot SET observed_at = ?1, wanted = wanted + 1";
  await runBatch(desk.deployment.ctx(), [{ sql, params: [now] }]);
  await publishPage(desk.deployment.ctx(), desk.pageId);
}

export async function openCorrectedPage(): Promise<void> {
  const deployment = await openDeployment();
  deployment.clock.now = at("2026-10-22T23:00");
  desk = await openDesk(deployment);
  await good(updatePage(desk.owner(), { pageId: desk.pageId, timeZone: "Europe/Berlin" }));
  const startDate = "2026-10-23";
  await good(updateComponent(desk.as("admin"), { pageId: desk.pageId, id: desk.components[0], startDate }));
  const quiet = { mode: "none", hold: 0, resolveAfter: 0 } as const;
  const [website] = desk.components;
  sources.shop = await watch(desk, { ...quiet, name: "Shop" });
  sources.probe = await watch(desk, { ...quiet, name: "Probe", components: { [website]: "partial_outage" } });
  await deployment.settled();
  await live();
}

export interface Void {
  who: Firing["who"];
  from: number;
  to: number;
}

/** Returns ms of major and partial outage of a window, counted minute by minute. */
function expected(voids: readonly Void[], window: { from: number; to: number }): [number, number] {
  const parts: [number, number] = [0, 0];
  for (let now = window.from; now < window.to; now += minute) {
    const taken = voids.filter(({ from, to }) => from <= now && now < to).map(({ who }) => who);
    const left = firings.filter(({ from, to, who }) => from <= now && now < to && !taken.includes(who));
    if (left.some(({ status }) => status === "major_outage")) parts[0] += minute;
    else if (left.length > 0) parts[1] += minute;
  }
  return parts;
}

async function program(path: string): Promise<string> {
  const url = new URL(`http://localhost:8787${path}`);
  const ask = programEndpointHandlerOf(url.pathname, false);
  if (!ask) throw new Error(`no program at ${path}`);
  const ctx = desk.deployment.ctx({ kind: "visitor" });
  return (await ask({ request: new Request(url), ctx, url, hostPage: false, setCookie: null })).text();
}

export async function csv(query: string): Promise<Record<string, string>[]> {
  const text = await program(`/acme/uptime.csv?from=2026-10-23&to=2026-10-26${query}`);
  const parsed = Papa.parse<Record<string, string>>(text.replace("\u{feff}", ""), {
    header: true,
    skipEmptyLines: true,
  });
  return parsed.data.filter((row) => row.component === "Website");
}

const seconds = (row: Record<string, string> | undefined) =>
  [row?.major_outage_seconds, row?.partial_outage_seconds].map((text) => Number(text) * 1000);

/** Reads the whole list: while the clock stands, ids of one instant are in no order, so what stands may be on any page. */
async function standingCorrections(): Promise<CorrectionView[]> {
  const found: CorrectionView[] = [];
  let from: { before?: string } | null = {};
  while (from) {
    const listed = listCorrections(desk.as("viewer"), { pageId: desk.pageId, ...from });
    const { corrections, before }: { corrections: CorrectionView[]; before: string | null } = await good(listed);
    found.push(...corrections.filter(({ undoneAt }) => undoneAt === null));
    from = before === null ? null : { before };
  }
  return found;
}

/** Checks that all formats agree with the model and with each other. */
export async function agree(voids: readonly Void[]): Promise<void> {
  await desk.deployment.settled();
  resetIsolate();
  const [website] = desk.components;
  const whole = { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 };
  const { snapshot } = await good(readPublishedView(desk.deployment.ctx(), { slug: "acme" }));
  const shown = snapshot.components.find(({ id }) => id === website);
  const [total] = await csv("");
  const byDay = await csv("&by=day");
  for (const day of days) {
    const parts = expected(voids, day);
    expect([day.date, ...seconds(byDay.find(({ date }) => date === day.date))]).toEqual([day.date, ...parts]);
    expect([day.date, ...(uptimePartsByDate(shown?.stories ?? {})[day.date] ?? [0, 0]).slice(0, 2)]).toEqual([
      day.date,
      ...parts,
    ]);
  }
  expect(seconds(total)).toEqual(expected(voids, whole));
  const told = await good(
    readComponentUptime(desk.as("viewer"), {
      pageId: desk.pageId,
      componentId: website,
      start: "2026-10-23",
      end: "2026-10-26",
    }),
  );
  expect([told.major, told.partial]).toEqual(expected(voids, whole));
  expect(Number(total?.uptime_percent) * 100).toBeCloseTo(told.uptime ?? -1);
  expect(shown?.uptime).toBe(told.uptime);
  const standing = await standingCorrections();
  const v2 = JSON.parse(await program("/acme/api/v2/summary.json")) as { corrections?: { id: string }[] };
  expect(snapshot.corrections?.map(({ id }) => id) ?? []).toEqual(standing.map(({ id }) => id));
  expect(v2.corrections?.map(({ id }) => id) ?? []).toEqual(standing.map(({ id }) => id));
  expect(standing).toHaveLength(voids.length);
}

export const correct = ({ who, from, to }: Void, reason = "The check was wrong.", ctx = desk.as("admin")) =>
  makeCorrection(ctx, { pageId: desk.pageId, sourceId: sources[who], startsAt: from, endsAt: to, reason });

export async function undoAll(): Promise<void> {
  for (const { id } of await standingCorrections())
    await good(undoCorrection(desk.as("admin"), { pageId: desk.pageId, id }));
}

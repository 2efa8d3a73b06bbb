import fc from "fast-check";
import { makeAlertSignal } from "~/alerts/rules/signal";
import { runBatch } from "~/db/run-batch";
import { editIncident } from "~/incidents/edit";
import { editIncidentUpdate } from "~/incidents/edit-update";
import { postIncidentUpdate } from "~/incidents/post-update";
import { readIncident } from "~/incidents/read";
import { withdrawIncident } from "~/incidents/verbs";
import type { SettableStatus } from "~/status/status";
import { type Desk, good } from "./desk";
import { watch } from "./monitors";
import { incidentsOf, keepSignals, settled } from "./own-alerts";

const minute = 60_000;

const acts = [
  "fire",
  "fire",
  "recover",
  "recover",
  "say",
  "move",
  "edit",
  "date",
  "resolve",
  "reopen",
  "withdraw",
] as const;

/** An action of alerts or of a person after some time; `pick` decides its details. */
export interface Act {
  after: number;
  what: (typeof acts)[number];
  pick: number;
}

export const actsOfIncidents: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 12 }),
    what: fc.constantFrom(...acts),
    pick: fc.nat({ max: 1000 }),
  }),
  { minLength: 5, maxLength: 16 },
);

/** Makes a monitor report firing or resolved from `at`, without settling it. */
export async function told(desk: Desk, sourceId: string, status: "firing" | "resolved", at: number): Promise<void> {
  const ctx = desk.deployment.ctx({ kind: "machine", id: "checks" });
  const times = status === "firing" ? { startedAt: at } : { endedAt: at };
  const signal = makeAlertSignal({ key: "down", status, title: sourceId, severity: "critical", ...times });
  await runBatch(ctx, [{ sql: "UPDATE monitor SET state = 'up' WHERE id = ?1 AND state = 'new'", params: [sourceId] }]);
  await keepSignals(ctx, { pageId: desk.pageId, said: [{ sourceId, signals: [signal] }] });
}

/**
 * Creates monitors whose rules publish at once and resolve after five minutes: two of one component, and one of two.
 */
export async function publishers(desk: Desk): Promise<string[]> {
  const [one, two, three] = desk.components;
  const given: Record<string, SettableStatus>[] = [
    { [one]: "degraded_performance" },
    { [one]: "major_outage", [two]: "partial_outage" },
    { [three]: "major_outage" },
  ];
  const made: string[] = [];
  for (const [index, components] of given.entries())
    made.push(await watch(desk, { name: `M${index}`, mode: "publish", hold: 0, resolveAfter: 300, components }));
  return made;
}

const statuses = ["operational", "degraded_performance", "partial_outage", "major_outage"] as const;

async function byPerson(desk: Desk, { what, pick }: Act): Promise<void> {
  const { pageId, components } = desk;
  const ctx = desk.as(what === "withdraw" ? "admin" : "responder");
  const incidents = (await incidentsOf(desk)).filter((each) => each.visibility === "published");
  const found = incidents[pick % Math.max(1, incidents.length)];
  if (!found) return;
  const at = { pageId, id: found.id };
  const component = components[pick % 3] ?? "";
  const moving = { components: { [component]: statuses[pick % 4] ?? "operational" }, merge: true };
  if (what === "say") await postIncidentUpdate(ctx, { ...at, body: "We look into it." });
  if (what === "move") await postIncidentUpdate(ctx, { ...at, body: "It is otherwise.", ...moving });
  if (what === "edit") await editIncident(ctx, { ...at, ...moving });
  if (what === "resolve" && !found.closed) await postIncidentUpdate(ctx, { ...at, status: "resolved", body: "Over." });
  if (what === "reopen" && found.closed)
    await postIncidentUpdate(ctx, { ...at, status: "investigating", body: "Again." });
  if (what === "withdraw" && pick % 4 === 0) await withdrawIncident(ctx, at);
  if (what === "date") {
    const { updates } = await good(readIncident(ctx, at));
    const own = updates[pick % Math.max(1, updates.length)];
    if (own) await editIncidentUpdate(ctx, { ...at, updateId: own.id, shownAt: own.shownAt - (pick % 7) * minute });
  }
}

/** Performs the action and settles the page; signals of alerts arrive up to three minutes late. */
export async function act(desk: Desk, monitors: readonly string[], each: Act): Promise<void> {
  const { clock } = desk.deployment;
  clock.now += each.after * minute + 1000;
  if (each.what === "fire" || each.what === "recover") {
    const status = each.what === "fire" ? "firing" : "resolved";
    await told(desk, monitors[each.pick % 3] ?? "", status, clock.now - (each.pick % 4) * minute);
  } else await byPerson(desk, each);
  if (each.pick % 5 > 0) await settled(desk);
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  advanceMaintenance,
  isMaintenanceActive,
  type MaintenanceState,
  type MaintenanceStatus,
  maintenanceLayerByComponent,
  maintenanceStatuses,
  newMaintenanceState,
  nextMaintenanceTransition,
  rescheduleMaintenance,
  transitionMaintenance,
} from "./maintenance";

function plan(given: { autoStart?: boolean; autoEnd?: boolean } = {}): MaintenanceState {
  const made = newMaintenanceState({ startsAt: 100, endsAt: 200, autoStart: true, autoEnd: true, ...given });
  if (!made.ok) throw new Error(made.failure.name);
  return made.value;
}

function moved(maintenance: MaintenanceState, to: MaintenanceStatus, at: number): MaintenanceState {
  const result = transitionMaintenance(maintenance, to, at);
  if (!result.ok) throw new Error(result.failure.name);
  return result.value;
}

describe("a plan", () => {
  it("waits for its first edge", () => {
    expect(plan()).toMatchObject({ status: "scheduled", dueAt: 100, startedAt: null });
    expect(plan({ autoStart: false }).dueAt).toBeNull();
  });

  it.each([100, 99])("must end after its start, not at %d", (endsAt) => {
    const made = newMaintenanceState({ startsAt: 100, endsAt, autoStart: true, autoEnd: true });
    expect(made).toMatchObject({ ok: false, failure: { name: "invalid", code: "end_before_start" } });
  });
});

describe("the clock", () => {
  it("does nothing before the edge", () => {
    expect(advanceMaintenance(plan(), 99)).toEqual({ maintenance: plan(), edges: [] });
  });

  it("starts at the edge, dated as planned even when late", () => {
    const { maintenance, edges } = advanceMaintenance(plan(), 150);
    expect(edges).toEqual([{ at: 100, to: "in_progress" }]);
    expect(maintenance).toMatchObject({ status: "in_progress", startedAt: 100, dueAt: 200 });
  });

  it("makes both edges at once after a long sleep", () => {
    const { maintenance, edges } = advanceMaintenance(plan(), 900);
    expect(edges).toEqual([
      { at: 100, to: "in_progress" },
      { at: 200, to: "completed" },
    ]);
    expect(maintenance).toMatchObject({
      status: "completed",
      startedAt: 100,
      completedAt: 200,
      endsAt: 200,
      dueAt: null,
    });
  });

  it.each<[string, MaintenanceState, ReturnType<typeof nextMaintenanceTransition>]>([
    ["scheduled", plan(), { at: 100, to: "in_progress" }],
    ["scheduled, started by hand", plan({ autoStart: false }), null],
    ["in progress", moved(plan(), "in_progress", 120), { at: 200, to: "completed" }],
    ["in progress, ended by hand", moved(plan({ autoEnd: false }), "in_progress", 120), null],
    ["verifying", moved(moved(plan(), "in_progress", 120), "verifying", 150), { at: 200, to: "completed" }],
    ["cancelled", moved(plan(), "cancelled", 50), null],
  ])("has the next edge of one that is %s", (_, maintenance, edge) => {
    expect(nextMaintenanceTransition(maintenance)).toEqual(edge);
    expect(maintenance.dueAt).toBe(edge?.at ?? null);
  });
});

describe("a person", () => {
  it("completes early and so moves the end", () => {
    const done = moved(moved(plan(), "in_progress", 100), "completed", 150);
    expect(done).toMatchObject({ status: "completed", endsAt: 150, completedAt: 150, dueAt: null });
  });

  it("completes late without moving the end", () => {
    const done = moved(moved(plan({ autoEnd: false }), "in_progress", 100), "completed", 250);
    expect(done).toMatchObject({ endsAt: 200, completedAt: 250 });
  });

  it("starts early and so moves the start", () => {
    expect(moved(plan(), "in_progress", 60)).toMatchObject({ startsAt: 60, startedAt: 60, dueAt: 200 });
  });

  it("cannot start one whose automatic end has passed", () => {
    const result = transitionMaintenance(plan({ autoStart: false }), "in_progress", 200);
    expect(result).toMatchObject({ ok: false, failure: { name: "invalid", code: "end_has_passed" } });
    expect(transitionMaintenance(plan({ autoStart: false, autoEnd: false }), "in_progress", 200).ok).toBe(true);
  });

  const possible = [
    "scheduled in_progress",
    "scheduled cancelled",
    "in_progress verifying",
    "in_progress completed",
    "in_progress cancelled",
    "verifying completed",
  ];
  const pairs = maintenanceStatuses.flatMap((from) => maintenanceStatuses.map((to) => [from, to] as const));

  it.each(pairs)("moves %s to %s only where it may", (from, to) => {
    const result = transitionMaintenance({ ...plan(), status: from }, to, 150);
    expect(result.ok).toBe(possible.includes(`${from} ${to}`));
    if (!result.ok) expect(result.failure.name).toBe("conflict");
  });
});

type Act = { kind: "clock" } | { kind: "move"; to: MaintenanceStatus };
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.constant({ kind: "clock" as const }),
  fc.record({ kind: fc.constant("move" as const), to: fc.constantFrom(...maintenanceStatuses) }),
);
const timed = fc.array(fc.tuple(act, fc.integer({ min: 1, max: 60 })), { maxLength: 12 });
const automatic = fc.record({ autoStart: fc.boolean(), autoEnd: fc.boolean() });

/** The model: a status and its start. Due automatic edges are made before anyone acts. */
class Model {
  word: MaintenanceStatus = "scheduled";
  endsAt = 200;

  constructor(private readonly given: { autoStart: boolean; autoEnd: boolean }) {}

  clock(now: number): void {
    if (this.word === "scheduled" && this.given.autoStart && now >= 100) this.word = "in_progress";
    const active = this.word === "in_progress" || this.word === "verifying";
    if (active && this.given.autoEnd && now >= 200) this.word = "completed";
  }

  move(to: MaintenanceStatus, now: number): boolean {
    const may = {
      scheduled: this.given.autoEnd && now >= 200 ? "cancelled" : "in_progress cancelled",
      in_progress: "verifying completed cancelled",
      verifying: "completed",
      completed: "",
      cancelled: "",
    }[this.word];
    if (!may.split(" ").includes(to)) return false;
    this.word = to;
    if (to === "completed") this.endsAt = Math.min(200, now);
    return true;
  }
}

it("follows a small model, whatever people and the clock do", () => {
  fc.assert(
    fc.property(automatic, timed, (given, acts) => {
      const model = new Model(given);
      let state = plan(given);
      let now = 0;
      for (const [next, later] of acts) {
        now += later;
        state = advanceMaintenance(state, now).maintenance;
        model.clock(now);
        if (next.kind === "move") {
          const result = transitionMaintenance(state, next.to, now);
          expect(result.ok).toBe(model.move(next.to, now));
          if (result.ok) state = result.value;
        }
        expect([state.status, state.endsAt]).toEqual([model.word, model.endsAt]);
        expect(state.dueAt).toBe(nextMaintenanceTransition(state)?.at ?? null);
        expect(state.startsAt).toBeLessThanOrEqual(state.endsAt);
      }
    }),
    { numRuns: 300 },
  );
});

it("ends the same whether the tick comes once or often, doubled or late", () => {
  const instants = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1 });
  fc.assert(
    fc.property(automatic, instants, (given, ticks) => {
      const often = ticks.reduce((state, now) => advanceMaintenance(state, now).maintenance, plan(given));
      const once = advanceMaintenance(plan(given), Math.max(...ticks)).maintenance;
      expect(often).toEqual(once);
      expect(advanceMaintenance(once, Math.max(...ticks)).edges).toEqual([]);
    }),
  );
});

it("is active while in progress or verifying, and then gives its components their status", () => {
  expect(maintenanceStatuses.filter(isMaintenanceActive)).toEqual(["in_progress", "verifying"]);
  const layer = maintenanceLayerByComponent([
    { components: [{ componentId: "a", status: "under_maintenance" }] },
    {
      components: [
        { componentId: "a", status: "partial_outage" },
        { componentId: "b", status: "operational" },
      ],
    },
  ]);
  expect([...layer]).toEqual([
    ["a", "partial_outage"],
    ["b", "operational"],
  ]);
});

describe("another plan", () => {
  it("moves both ends while it is planned, and the next edge with them", () => {
    expect(rescheduleMaintenance(plan(), { startsAt: 150, endsAt: 250 }, 50)).toMatchObject({
      ok: true,
      value: { dueAt: 150 },
    });
    expect(rescheduleMaintenance(plan(), { autoStart: false }, 50)).toMatchObject({
      ok: true,
      value: { dueAt: null },
    });
  });

  it("moves only the end once it has begun", () => {
    const begun = moved(plan(), "in_progress", 110);
    expect(rescheduleMaintenance(begun, { endsAt: 400 }, 120)).toMatchObject({ ok: true, value: { dueAt: 400 } });
    expect(rescheduleMaintenance(begun, { startsAt: 150 }, 120)).toMatchObject({ failure: { code: "has_begun" } });
  });

  it.each([
    [{ endsAt: 100 }, 50, "end_before_start"],
    [{ endsAt: 180 }, 190, "end_in_past"],
  ])("refuses %j", (change, now, code) => {
    expect(rescheduleMaintenance(plan(), change, now)).toMatchObject({ ok: false, failure: { code } });
  });

  it("is not for what is over", () => {
    const over = moved(plan(), "cancelled", 50);
    expect(rescheduleMaintenance(over, { endsAt: 400 }, 60)).toMatchObject({ failure: { code: "not_possible_now" } });
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Status, statusRank, worstStatus } from "~/status/status";
import { layerStatusAt } from "~/status-page/rules/incident-story";
import type { LayerChange } from "~/status-page/rules/snapshot-facts";
import { effectiveStatusSegments, layerStepsOf, type StatusChange } from "~/status-page/timeline/rules/timeline";
import { cpuClock } from "../../../tests/support/cpu-work";
import { correctedLayerChanges, type ReportedSpan, type VoidedSpan } from "./correction";

const length = 40;
const instants = Array.from({ length }, (_, at) => at);
const covers = ({ from, to }: { from: number; to: number }, at: number) => from <= at && at < to;

const span = fc
  .tuple(fc.nat({ max: length - 2 }), fc.integer({ min: 1, max: length }))
  .map(([from, long]) => ({ from, to: Math.min(length - 1, from + long) }));
const sourceId = fc.constantFrom("one", "two", "three");
const report: fc.Arbitrary<ReportedSpan> = fc
  .tuple(span, sourceId, fc.constantFrom<Status>("degraded_performance", "partial_outage", "major_outage"))
  .map(([{ from, to }, source, status]) => ({ from, to, sourceId: source, status }));
const voided: fc.Arbitrary<VoidedSpan> = fc
  .tuple(span, sourceId)
  .map(([where, source]) => ({ ...where, sourceId: source }));
const silence = fc.option(span, { nil: undefined });

/** Returns what a settling would have reported at each instant. */
const saidAt = (reports: readonly ReportedSpan[], at: number, silent?: { from: number; to: number }): Status =>
  worstStatus(reports.filter((each) => covers(each, at)).map(({ status }) => status)) ??
  (silent && covers(silent, at) ? "no_data" : "operational");

let sequence = 0;
const asRows = (changes: readonly Omit<LayerChange, "componentId" | "layer">[]): StatusChange[] => {
  sequence++;
  return changes.map(({ from, to, at }) => ({
    layer: "observed" as const,
    from,
    to,
    at,
    recordedAt: sequence,
    sequence,
  }));
};

/** Returns the rows that a component's history leaves, one settling after the other. */
function told(reports: readonly ReportedSpan[], silent?: { from: number; to: number }): StatusChange[] {
  let from: Status = "operational";
  return instants.flatMap((at) => {
    const to = saidAt(reports, at, silent);
    const rows = to === from ? [] : asRows([{ from, to, at }]);
    from = to;
    return rows;
  });
}

/** A timeline that takes corrections and undoes them, as use cases do. */
class Timeline {
  readonly standing: VoidedSpan[] = [];
  readonly rows: StatusChange[];
  private readonly reported: StatusChange[];

  constructor(
    private readonly reports: readonly ReportedSpan[],
    silent?: { from: number; to: number },
  ) {
    this.reported = told(reports, silent);
    this.rows = [...this.reported];
  }

  private restate(stretch: VoidedSpan): LayerChange[] {
    const changes = correctedLayerChanges("c", stretch, {
      reported: layerStepsOf(this.reported, "operational"),
      present: layerStepsOf(this.rows, "operational"),
      reports: this.reports,
      voids: this.standing,
    });
    this.rows.push(...asRows(changes));
    return changes;
  }

  make(each: VoidedSpan): LayerChange[] {
    this.standing.push(each);
    return this.restate(each);
  }

  undo(each: VoidedSpan): LayerChange[] {
    this.standing.splice(this.standing.indexOf(each), 1);
    return this.restate(each);
  }

  at(at: number): Status | null {
    return layerStatusAt(layerStepsOf(this.rows, "operational"), at);
  }

  values(): (Status | null)[] {
    return instants.map((at) => this.at(at));
  }
}

const stories = fc.record({ reports: fc.array(report, { maxLength: 8 }), silent: silence });

describe("a corrected stretch", () => {
  test("whatever is made and undone, in whatever order: each instant says what the sources left said, never worse than reported", () => {
    const steps = fc.array(fc.record({ which: voided, undoes: fc.boolean() }), { maxLength: 8 });
    fc.assert(
      fc.property(stories, steps, ({ reports, silent }, all) => {
        const timeline = new Timeline(reports, silent);
        for (const { which, undoes } of all) {
          const first = timeline.standing[0];
          if (undoes && first) timeline.undo(first);
          else timeline.make(which);
        }
        for (const at of instants) {
          const said = saidAt(reports, at, silent);
          const taken = timeline.standing.filter((each) => covers(each, at)).map((each) => each.sourceId);
          const left = saidAt(
            reports.filter((each) => !taken.includes(each.sourceId)),
            at,
          );
          const expected = taken.length === 0 || said === "no_data" ? said : left;
          expect(timeline.at(at)).toBe(expected);
          expect(statusRank(expected)).toBeLessThanOrEqual(statusRank(said));
        }
      }),
    );
  });

  test("twice is once, and all undone is as nothing had been corrected", () => {
    fc.assert(
      fc.property(stories, voided, ({ reports, silent }, each) => {
        const timeline = new Timeline(reports, silent);
        const before = timeline.values();
        timeline.make(each);
        const once = timeline.values();
        expect(timeline.make({ ...each })).toEqual([]);
        expect(timeline.values()).toEqual(once);
        timeline.undo(timeline.standing[0] as VoidedSpan);
        timeline.undo(timeline.standing[0] as VoidedSpan);
        expect(timeline.values()).toEqual(before);
      }),
    );
  });

  test("which of two is made first does not matter", () => {
    fc.assert(
      fc.property(stories, voided, voided, ({ reports, silent }, one, other) => {
        const [here, there] = [new Timeline(reports, silent), new Timeline(reports, silent)];
        here.make(one);
        here.make(other);
        there.make(other);
        there.make(one);
        expect(here.values()).toEqual(there.values());
      }),
    );
  });

  test("what people and incidents say in it stays: only the observed layer is stated again", () => {
    fc.assert(
      fc.property(stories, voided, span, ({ reports, silent }, each, incident) => {
        const timeline = new Timeline(reports, silent);
        for (const { layer } of timeline.make(each)) expect(layer).toBe("observed");
        const word = { layer: "incident" as const, recordedAt: 0, sequence: 0 };
        const said: StatusChange[] = [
          { ...word, from: null, to: "major_outage", at: incident.from },
          { ...word, from: "major_outage", to: null, at: incident.to },
        ];
        const current = {
          manual: null,
          observed: "operational" as const,
          incident: null,
          maintenance: null,
          coverage: null,
        };
        const segments = effectiveStatusSegments([...timeline.rows, ...said], current, { from: 0, to: length }, 0);
        const during = segments.filter(({ from, to }) => from < incident.to && to > incident.from);
        expect(during.map(({ status }) => status)).toEqual(during.map(() => "major_outage"));
      }),
    );
  });

  test("two thousand firings of two sources, for fifty components, are corrected within 2 s of work", () => {
    const firing = (index: number): ReportedSpan => ({
      from: index * 10,
      to: index * 10 + (index % 2 ? 6 : 4),
      sourceId: index % 3 ? "one" : "two",
      status: "major_outage",
    });
    const reports = Array.from({ length: 2000 }, (_, index) => firing(index));
    const reported = reports.flatMap(({ from, to, status }) => [
      { at: from, status },
      { at: to, status: "operational" as const },
    ]);
    const stretch = { from: 0, to: 20_000 };
    const voids = [{ sourceId: "one", ...stretch }];
    const worked = cpuClock();
    for (let component = 0; component < 50; component++) {
      const changes = correctedLayerChanges(`c${component}`, stretch, { reported, present: reported, reports, voids });
      expect(changes.filter(({ to }) => to === "major_outage")).toHaveLength(666);
    }
    expect(worked()).toBeLessThan(2000);
  });

  test("a flapping stretch leaves one step, and what came after it is said again", () => {
    const down = (from: number, to: number): ReportedSpan => ({ from, to, sourceId: "one", status: "major_outage" });
    const timeline = new Timeline([down(2, 4), down(5, 6), down(8, 9), down(20, 22)]);
    const rows = timeline.make({ from: 2, to: 10, sourceId: "one" });
    expect(rows.map(({ to, at }) => [to, at])).toEqual([
      ["operational", 2],
      ["major_outage", 20],
      ["operational", 22],
    ]);
  });

  const minute = 60_000;
  const down = (from: number, to: number, status: Status = "major_outage"): ReportedSpan => ({
    from: from * minute,
    to: to * minute,
    sourceId: "one",
    status,
  });
  const hour = { from: 0, to: 60 * minute, sourceId: "one" };
  const layer = (...steps: [number, Status][]) =>
    steps.map(([at, to], index) => ({
      layer: "observed" as const,
      from: steps[index - 1]?.[1] ?? ("operational" as const),
      to,
      at: at * minute,
      recordedAt: index,
      sequence: index,
    }));
  const restated = (rows: StatusChange[], reports: ReportedSpan[]) => {
    const steps = layerStepsOf(rows, "operational");
    const changes = correctedLayerChanges("c", hour, { reported: steps, present: steps, reports, voids: [hour] });
    return changes.map(({ to, at }) => [at / minute, to]);
  };

  test("what a source that is deleted since reported stays: only where the voided one explains it, it is green", () => {
    const longer = layer([5, "major_outage"], [30, "operational"]);
    expect(restated(longer, [down(5, 10)])).toEqual([
      [5, "operational"],
      [10, "major_outage"],
      [30, "operational"],
    ]);
    const worse = layer([5, "partial_outage"], [8, "major_outage"], [12, "partial_outage"], [20, "operational"]);
    expect(restated(worse, [down(5, 20, "partial_outage")])).toEqual([
      [5, "operational"],
      [8, "major_outage"],
      [12, "operational"],
    ]);
    expect(restated(layer([5, "major_outage"], [30, "operational"]), [])).toEqual([]);
  });

  test("a recovery that was settled a moment later leaves nothing behind", () => {
    const late = layer([5, "major_outage"], [11, "operational"]);
    expect(restated(late, [down(5, 10)])).toEqual([[5, "operational"]]);
  });

  test("whoever else is gone: never better than what no known report explains", () => {
    fc.assert(
      fc.property(stories, voided, fc.nat({ max: 7 }), ({ reports, silent }, each, which) => {
        const gone = reports[which];
        const scaled = (span: { from: number; to: number }) => ({ from: span.from * hour.to, to: span.to * hour.to });
        const rows = told(reports, silent).map((row) => ({ ...row, at: row.at * hour.to }));
        const known = reports.filter((report) => report !== gone).map((report) => ({ ...report, ...scaled(report) }));
        const stretch = { ...each, ...scaled(each) };
        const steps = layerStepsOf(rows, "operational");
        const changes = correctedLayerChanges("c", stretch, {
          reported: steps,
          present: steps,
          reports: known,
          voids: [stretch],
        });
        const after = layerStepsOf([...rows, ...asRows(changes)], "operational");
        for (const at of instants.filter((instant) => gone && covers(gone, instant))) {
          const others = reports.filter((report) => report !== gone && covers(report, at));
          const explained = statusRank(worstStatus(others.map(({ status }) => status)) ?? "operational");
          const said = layerStatusAt(steps, at * hour.to);
          if (said !== null && statusRank(said) > explained) expect(layerStatusAt(after, at * hour.to)).toBe(said);
        }
      }),
    );
  });
});

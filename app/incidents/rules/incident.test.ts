import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statuses, statusRank } from "~/status/status";
import {
  applyIncidentUpdate,
  changeIncidentVisibility,
  type IncidentState,
  type IncidentVisibility,
  incidentLayerByComponent,
  incidentStatuses,
  incidentVisibilities,
  needsComponentsOrImpact,
  nextIncidentStatuses,
  suggestedIncidentStatus,
} from "./incident";

const opened: IncidentState = {
  status: "investigating",
  visibility: "published",
  startedAt: 100,
  publishedAt: 110,
  monitoringAt: null,
  resolvedAt: null,
  closed: false,
};

function told(incident: IncidentState, ...steps: [IncidentState["status"], number][]): IncidentState {
  return steps.reduce((state, [word, at]) => {
    const status = incidentStatuses.find((each) => each === word);
    if (!status) throw new Error(`no such status: ${word}`);
    const result = applyIncidentUpdate(state, { status, at });
    if (!result.ok) throw new Error(result.failure.name);
    return result.value;
  }, incident);
}

describe("an update", () => {
  it("may go in any order and may keep the status", () => {
    const state = told(opened, ["monitoring", 200], ["investigating", 300], ["investigating", 400]);
    expect(state).toEqual({ ...opened, status: "investigating", monitoringAt: 200 });
  });

  it("resolves, and a further word leaves it resolved when it was", () => {
    const state = told(opened, ["resolved", 200], ["resolved", 900]);
    expect(state).toMatchObject({ status: "resolved", resolvedAt: 200, closed: true });
  });

  it("reopens by another status, and resolves again", () => {
    const reopened = told(opened, ["monitoring", 150], ["resolved", 200], ["identified", 300]);
    expect(reopened).toMatchObject({ status: "identified", resolvedAt: null, closed: false, monitoringAt: 150 });
    expect(told(reopened, ["resolved", 500])).toMatchObject({ resolvedAt: 500, closed: true });
  });

  it("does not resolve a draft: nobody would find it any more; a draft that was resolved can be opened again", () => {
    const draft = { ...opened, visibility: "draft" };
    expect(applyIncidentUpdate(draft, { status: "resolved", at: 200 })).toMatchObject({
      failure: { name: "invalid", fields: { status: "incident.draft_resolved" } },
    });
    const before = { ...draft, status: "resolved", closed: true, resolvedAt: 150 };
    expect(applyIncidentUpdate(before, { status: "identified", at: 200 })).toMatchObject({ value: { closed: false } });
  });

  it("never ends an incident before it started", () => {
    expect(told(opened, ["resolved", 50]).resolvedAt).toBe(100);
  });

  it.each([
    ["withdrawn", "gone"],
    ["dismissed", "conflict"],
  ])("is refused on a %s one: %s", (visibility, name) => {
    const result = applyIncidentUpdate({ ...opened, visibility, closed: true }, { status: "identified", at: 200 });
    expect(result).toMatchObject({ ok: false, failure: { name } });
  });
});

describe("visibility", () => {
  const possible = ["draft published", "draft dismissed", "published withdrawn"];
  const pairs = incidentVisibilities.flatMap((from) => incidentVisibilities.map((to) => [from, to] as const));

  it.each(pairs)("%s to %s", (from, to) => {
    const draft = { ...opened, visibility: from, publishedAt: null };
    expect(changeIncidentVisibility(draft, to, 200).ok).toBe(possible.includes(`${from} ${to}`));
  });

  it("remembers when it was published, and closes what is over", () => {
    const draft = { ...opened, visibility: "draft", publishedAt: null };
    expect(changeIncidentVisibility(draft, "published", 200)).toMatchObject({
      value: { publishedAt: 200, closed: false },
    });
    expect(changeIncidentVisibility(draft, "dismissed", 200)).toMatchObject({
      value: { publishedAt: null, closed: true },
    });
    expect(changeIncidentVisibility(opened, "withdrawn", 200)).toMatchObject({
      value: { publishedAt: 110, closed: true },
    });
  });

  it("publishes a draft that was resolved, when that was possible, without opening it again", () => {
    const draft = { ...opened, visibility: "draft", status: "resolved", closed: true, resolvedAt: 150 };
    expect(changeIncidentVisibility(draft, "published", 200)).toMatchObject({
      value: { closed: true, resolvedAt: 150 },
    });
  });

  it("says gone for a withdrawn one and conflict for the rest", () => {
    const to = (from: IncidentVisibility) =>
      changeIncidentVisibility({ ...opened, visibility: from }, "published", 200);
    expect(to("withdrawn")).toMatchObject({ failure: { name: "gone" } });
    expect(to("dismissed")).toMatchObject({ failure: { name: "conflict", code: "dismissed" } });
    expect(to("published")).toMatchObject({ failure: { name: "conflict", code: "not_possible_now" } });
  });
});

type Act = { kind: "update"; status: (typeof incidentStatuses)[number] } | { kind: "turn"; to: IncidentVisibility };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("update" as const), status: fc.constantFrom(...incidentStatuses) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("turn" as const), to: fc.constantFrom(...incidentVisibilities) }),
  },
);

/** A model that remembers all acts and derives everything from them. */
class Story {
  visibility: IncidentVisibility = "draft";
  readonly said: { status: string; at: number }[] = [{ status: "investigating", at: 0 }];

  accepts(given: Act): boolean {
    if (given.kind === "update") {
      return this.visibility === "published" || (this.visibility === "draft" && given.status !== "resolved");
    }
    if (given.to === "withdrawn") return this.visibility === "published";
    return this.visibility === "draft" && given.to !== "draft";
  }

  tell(given: Act, at: number): void {
    if (given.kind === "update") this.said.push({ status: given.status, at });
    else this.visibility = given.to;
  }

  get shape() {
    const status = this.said.at(-1)?.status;
    const open = this.said.findLastIndex((each) => each.status !== "resolved");
    return {
      status,
      visibility: this.visibility,
      monitoringAt: this.said.find((each) => each.status === "monitoring")?.at ?? null,
      resolvedAt: this.said[open + 1]?.at ?? null,
      closed: status === "resolved" || this.visibility === "dismissed" || this.visibility === "withdrawn",
    };
  }
}

it("follows a model that remembers the whole story", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
      const story = new Story();
      let state: IncidentState = { ...opened, visibility: "draft", startedAt: 0, publishedAt: null };
      for (const [index, given] of acts.entries()) {
        const at = index + 1;
        const update = given.kind === "update";
        const result = update
          ? applyIncidentUpdate(state, { status: given.status, at })
          : changeIncidentVisibility(state, given.to, at);
        expect(result.ok).toBe(story.accepts(given));
        if (!result.ok) continue;
        story.tell(given, at);
        state = result.value;
        expect(state).toMatchObject(story.shape);
      }
    }),
    { numRuns: 300 },
  );
});

it.each([
  [{ componentCount: 0, impactOverride: null }, true],
  [{ componentCount: 1, impactOverride: null }, false],
  [{ componentCount: 0, impactOverride: "minor" }, false],
  [{ componentCount: 0, impactOverride: "none" }, false],
])("%j needs components or an impact: %s", (incident, expected) => {
  expect(needsComponentsOrImpact(incident)).toBe(expected);
});

it("gives each component the worst status of the open incidents, in any order; operational gives nothing", () => {
  const touched = fc.record({ componentId: fc.constantFrom("a", "b", "c"), status: fc.constantFrom(...statuses) });
  const incident = fc.record({ components: fc.array(touched, { maxLength: 4 }) });
  fc.assert(
    fc.property(fc.array(incident, { maxLength: 4 }), (open) => {
      const layer = incidentLayerByComponent(open);
      expect(incidentLayerByComponent(open.toReversed())).toEqual(layer);
      for (const componentId of ["a", "b", "c"]) {
        const named = open.flatMap((each) => each.components).filter((each) => each.componentId === componentId);
        const given = named.filter(({ status }) => status !== "operational");
        const found = layer.get(componentId);
        expect(found === undefined).toBe(given.length === 0);
        if (found) expect(statusRank(found)).toBe(Math.max(...given.map((each) => statusRank(each.status))));
      }
    }),
  );
});

describe("the status that a form suggests", () => {
  it("is the next one of the usual course, never Resolved for one that is open", () => {
    expect(incidentStatuses.map(suggestedIncidentStatus)).toEqual(["identified", "monitoring", null, null]);
  });

  it("is one press away, and so is Resolved; an announcement is only completed", () => {
    expect(incidentStatuses.slice(0, 3).map((each) => nextIncidentStatuses(each, false))).toEqual([
      ["identified", "resolved"],
      ["monitoring", "resolved"],
      ["resolved"],
    ]);
    expect(incidentStatuses.slice(0, 3).map((each) => nextIncidentStatuses(each, true))).toEqual(
      Array(3).fill(["resolved"]),
    );
  });
});

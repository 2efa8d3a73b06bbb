import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  documentsWithChoices,
  foreignComponent,
  foreignHeartbeat,
  foreignIncident,
  foreignMonitor,
  moveDocumentOf,
  moveDocuments,
  startOf2026Ms,
} from "../../../tests/support/import-documents";
import {
  emptyImportWorld,
  importFactsOf,
  verdictsOf,
  worldAfterImport,
  worldThing,
} from "../../../tests/support/import-world";
import { moveThingKey } from "./foreign-ids";
import type { ImportChoices } from "./import-facts";
import { planImport, planImportPart } from "./import-plan";
import type { MoveDocument } from "./move-document";
import { moveThings } from "./move-things";
import type { PlannedImportThing } from "./planned-thing";

const planOf = (document: MoveDocument, choices: Partial<ImportChoices> = {}, world = emptyImportWorld()) =>
  planImport(importFactsOf(world, document, choices)).things;

const ids = ["1", "2", "3"];
const subscriber = (componentIds: string[]) => ({
  kind: "email",
  address: "Ann@example.com",
  state: "active",
  componentIds,
  consentedAt: null,
});

describe("a first run", () => {
  test("ten incidents of one title are ten, and one id twice is one", () => {
    const incidents = Array.from({ length: 10 }, (_, index) => foreignIncident(`${index}`));
    const things = planOf(moveDocumentOf({ incidents: [...incidents, foreignIncident("3")] }));
    expect(things.map(({ verdict }) => verdict)).toEqual([...Array.from({ length: 10 }, () => "make"), "left_out"]);
    expect(things.at(-1)?.reasons).toEqual([{ code: "twice" }]);
  });

  test("monitors are silent, and those beyond the plan come paused", () => {
    const monitors = Array.from({ length: 31 }, (_, index) => foreignMonitor(`${index}`));
    const things = planOf(moveDocumentOf({ monitors }), {}, emptyImportWorld([], 1800));
    expect(things.every(({ arrival }) => arrival.isSilent)).toBe(true);
    expect(things.filter(({ arrival }) => arrival.isPaused).map(({ theirId }) => theirId)).toEqual(["30"]);
    expect(things.at(-1)?.reasons).toEqual([{ code: "silent" }, { code: "over_plan" }]);
  });

  test("a paused monitor takes no checks, and one without a kind or a place does not come", () => {
    const monitors = [
      foreignMonitor("1", { isPaused: true }),
      foreignMonitor("2", { kind: null }),
      foreignMonitor("3", { intervalSeconds: 300 }),
      foreignMonitor("4"),
    ];
    const facts = importFactsOf(emptyImportWorld(), moveDocumentOf({ monitors }));
    const here = { ...facts.here, room: { checksPerHour: 12, monitors: 2 } };
    expect(verdictsOf([...planImport({ ...facts, here }).things])).toEqual([
      "monitor:1 make silent paused_there",
      "monitor:2 left_out no_check_here",
      "monitor:3 make silent",
      "monitor:4 left_out too_many_monitors",
    ]);
  });

  test("heartbeats wait for a ping here, and a key that exists here is refused", () => {
    const heartbeats = ["1", "2", "1"].map((key, index) => foreignHeartbeat(`${index}`, { pingKey: `k${key}` }));
    const facts = importFactsOf(emptyImportWorld(), moveDocumentOf({ heartbeats }));
    const { things } = planImport({ ...facts, here: { ...facts.here, pingKeys: new Set(["k2"]) } });
    expect(verdictsOf([...things])).toEqual([
      "heartbeat:0 make not_moved_yet",
      "heartbeat:1 left_out ping_key_taken",
      "heartbeat:2 left_out ping_key_taken",
    ]);
    expect(things[0]?.arrival.waitsForPing).toBe(true);
  });

  test("what this deployment cannot do is left out by name, and takes no room", () => {
    const document = moveDocumentOf({
      monitors: [foreignMonitor("1"), foreignMonitor("2"), foreignMonitor("3")],
      heartbeats: [foreignHeartbeat("1"), foreignHeartbeat("2")],
      subscribers: [subscriber([]), { ...subscriber([]), kind: "sms", address: "+49" }],
    });
    const facts = importFactsOf(emptyImportWorld(), document);
    const abilities = {
      checksPerHourOf: ({ id }: { id: string }) => (id === "1" ? null : 90),
      isHeartbeatPossible: ({ id }: { id: string }) => id !== "1",
      isSubscriberReachable: ({ kind }: { kind: string }) => kind === "email",
      isChannelPossible: () => true,
    };
    const here = { ...facts.here, room: { checksPerHour: 100, monitors: 2 } };
    expect(verdictsOf([...planImport({ ...facts, here, abilities }).things])).toEqual([
      "monitor:1 left_out settings_refused",
      "monitor:2 make silent",
      "monitor:3 make silent over_plan",
      "heartbeat:1 left_out settings_refused",
      "heartbeat:2 make not_moved_yet",
      "subscriber:email:ann@example.com make",
      "subscriber:sms:+49 left_out no_way_here",
    ]);
  });

  test("a page has room for 200 heartbeats, with those that are here", () => {
    const heartbeats = Array.from({ length: 4 }, (_, index) => foreignHeartbeat(`${index}`));
    const strangers = Array.from({ length: 197 }, (_, index) =>
      worldThing("heartbeat", `own-${index}`, `own ${index}`),
    );
    const things = planOf(moveDocumentOf({ heartbeats }), {}, emptyImportWorld(strangers));
    expect(verdictsOf([...things])).toEqual([
      ...[0, 1, 2].map((id) => `heartbeat:${id} make not_moved_yet`),
      "heartbeat:3 left_out too_many_heartbeats",
    ]);
  });

  test.each([
    ["its own day", { startedAt: 5 }, null, 5],
    ["the day that a person chose", {}, 7, 7],
    ["the oldest incident", {}, null, startOf2026Ms],
    ["nothing, where a monitor kept it", { keptBy: "watched" }, 7, null],
  ])("a component is counted from %s", (_, given, handKeptStartMs, expected) => {
    const document = moveDocumentOf({
      components: [foreignComponent("1", given)],
      incidents: [foreignIncident("2", { startedAt: startOf2026Ms + 9 }), foreignIncident("3")],
    });
    expect(planOf(document, { handKeptStartMs })[0]?.arrival.countedFromMs).toBe(expected);
  });

  test.each([
    [true, "Asia/Tokyo", "change", "Asia/Tokyo"],
    [true, null, "change", "Europe/Berlin"],
    [false, null, "keep", null],
  ])("the settings of a page (fresh: %s) whose zone is %s: %s", (isPageFresh, timeZone, verdict, expected) => {
    const facts = importFactsOf(emptyImportWorld(), moveDocumentOf({ page: { id: "p", name: "Theirs", timeZone } }), {
      timeZone: "Europe/Berlin",
    });
    const [page] = planImport({ ...facts, here: { ...facts.here, isPageFresh } }).things;
    expect(page).toMatchObject({ verdict, ourId: "page", arrival: { timeZone: expected } });
  });
});

test("a monitor that changed there to what is refused here stays as it is", () => {
  const first = importFactsOf(emptyImportWorld(), moveDocumentOf({ monitors: [foreignMonitor("1")] }));
  const world = worldAfterImport(emptyImportWorld(), first);
  const settings = { url: "http://10.0.0.1/" };
  const facts = importFactsOf(world, moveDocumentOf({ monitors: [foreignMonitor("1", { settings })] }));
  const refusing = { ...facts, abilities: { ...facts.abilities, checksPerHourOf: () => null } };
  expect(verdictsOf([...planImport(facts).things])).toEqual(["monitor:1 change"]);
  expect(verdictsOf([...planImport(refusing).things])).toEqual(["monitor:1 keep settings_refused"]);
});

describe("a page takes at most so many", () => {
  const others = (noun: "component" | "template", count: number) =>
    Array.from({ length: count }, (_, index) => worldThing(noun, `own-${index}`, `Own ${index}`));
  const template = (id: string) => ({ id, name: id, title: id, body: "", status: null });

  test.each([
    [498, ["component:1 make", "component:2 make", "component:3 left_out too_many_components"]],
    [500, ids.map((id) => `component:${id} left_out too_many_components`)],
    [501, ids.map((id) => `component:${id} left_out too_many_components`)],
  ])("components, of which %i are here", (count, expected) => {
    const document = moveDocumentOf({ components: ids.map((id) => foreignComponent(id)) });
    expect(verdictsOf(planOf(document, {}, emptyImportWorld(others("component", count))))).toEqual(expected);
  });

  test("templates, and what is joined or left out takes no place", () => {
    const world = emptyImportWorld([...others("template", 98), worldThing("template", "same", "1")]);
    const document = moveDocumentOf({ templates: ["1", "0", "2", "3"].map(template) });
    const choices = {
      conflicts: new Map([["template:1", "join" as const]]),
      untickedThings: new Set(["template:0"]),
    };
    expect(verdictsOf(planOf(document, choices, world))).toEqual([
      "template:1 join was_here_before",
      "template:0 left_out unticked",
      "template:2 make",
      "template:3 left_out too_many_templates",
    ]);
  });

  test("an incident of none but components that found no place does not come", () => {
    const components = [{ componentId: "1", status: "major_outage" }];
    const document = moveDocumentOf({
      components: [foreignComponent("1")],
      incidents: [foreignIncident("i", { components })],
    });
    expect(verdictsOf(planOf(document, {}, emptyImportWorld(others("component", 500))))).toEqual([
      "component:1 left_out too_many_components",
      "incident:i left_out needs",
    ]);
  });
});

test("parts of a document are planned as the whole, wherever incidents and subscribers are divided", () => {
  fc.assert(
    fc.property(documentsWithChoices, fc.nat(6), ({ document, choices, strangers }, at) => {
      const facts = importFactsOf(emptyImportWorld(strangers, 120), document, choices);
      const { incidents, maintenances, templates, subscribers, maintenanceSeries, channels, ...rest } = document;
      const none = { ...document, page: null, groups: [], components: [], monitors: [], heartbeats: [] };
      const later = { incidents: [], maintenances: [], templates: [], subscribers: [] };
      const empty = { ...none, ...later, maintenanceSeries: [], channels: [] };
      const parts: MoveDocument[] = [
        { ...empty, ...rest },
        { ...empty, incidents: incidents.slice(0, at) },
        { ...empty, incidents: incidents.slice(at), maintenances, templates, subscribers: subscribers.slice(0, at) },
        { ...empty, subscribers: subscribers.slice(at), maintenanceSeries, channels },
      ];
      const things: PlannedImportThing[] = [];
      for (const part of parts) things.push(...planImportPart({ ...facts, document: part }, things).things);
      expect(things).toEqual(planImport(facts).things);
    }),
  );
});

describe("a name that is here already", () => {
  const world = emptyImportWorld([worldThing("component", "own", "api ")]);
  const document = moveDocumentOf({ components: ids.map((id) => foreignComponent(id, { name: "API" })) });
  const choose = (choice: "join" | "make_another" | "skip" | null) =>
    planOf(document, { conflicts: new Map(choice ? ids.map((id) => [`component:${id}`, choice]) : []) }, world);

  test.each([
    [null, ["conflict name_here", "conflict name_here", "conflict name_here"]],
    ["join", ["join was_here_before", "conflict joined_already", "conflict joined_already"]],
    ["make_another", ["make", "make", "make"]],
    ["skip", ["left_out skipped", "left_out skipped", "left_out skipped"]],
  ] as const)("%s", (choice, expected) => {
    expect(verdictsOf(choose(choice))).toEqual(expected.map((each, index) => `component:${ids[index]} ${each}`));
    if (choice === "join") expect(choose(choice)[0]?.ourId).toBe("own");
  });
});

describe("unticking", () => {
  const incident = (id: string, components: string[]) =>
    foreignIncident(id, { components: components.map((componentId) => ({ componentId, status: "major_outage" })) });
  const document = moveDocumentOf({
    groups: [{ id: "g", name: "Group" }],
    components: [foreignComponent("1", { groupId: "g" }), foreignComponent("2")],
    monitors: [foreignMonitor("m", { componentIds: ["1"] })],
    incidents: [incident("i1", ["1"]), incident("i2", ["1", "2"]), incident("i3", ["gone"]), incident("i4", [])],
    subscribers: [subscriber(["1"])],
  });

  test("a component takes along what says something about it alone", () => {
    const things = planOf(document, { untickedThings: new Set(["component:1"]) });
    expect(verdictsOf(things)).toEqual([
      "group:g make",
      "component:1 left_out unticked",
      "component:2 make",
      "monitor:m make silent without",
      "incident:i1 left_out needs",
      "incident:i2 make without",
      "incident:i3 make",
      "incident:i4 make",
      "subscriber:email:ann@example.com left_out needs",
    ]);
    expect(things[4]?.reasons).toEqual([{ code: "needs", names: ["1"] }]);
  });

  test("a noun is left out as a whole, and components come without their group", () => {
    expect(verdictsOf(planOf(document, { untickedNouns: new Set(["group", "incident", "subscriber"]) }))).toEqual([
      "group:g left_out unticked",
      "component:1 make without",
      "component:2 make",
      "monitor:m make silent",
      ...["i1", "i2", "i3", "i4"].map((id) => `incident:${id} left_out unticked`),
      "subscriber:email:ann@example.com left_out unticked",
    ]);
  });

  test("a subscriber of components that are unknown never becomes one of the whole page", () => {
    expect(verdictsOf(planOf(moveDocumentOf({ subscribers: [subscriber(["gone"])] })))).toEqual([
      "subscriber:email:ann@example.com left_out needs",
    ]);
  });

  test("removes only that and what depends on it", () => {
    fc.assert(
      fc.property(moveDocuments, fc.func(fc.boolean()), (document, isUnticked) => {
        const keys = [...new Set(moveThings(document).map(moveThingKey))];
        const untickedThings = new Set(keys.filter((key) => isUnticked(key)));
        const all = planOf(document);
        const ticked = planOf(document, { untickedThings });
        for (const [index, planned] of ticked.entries()) {
          const codes = planned.reasons.map(({ code }) => code);
          if (codes.includes("twice")) expect(planned).toEqual(all[index]);
          else if (untickedThings.has(moveThingKey(planned))) expect(codes).toEqual(["unticked"]);
          else if (codes.includes("needs") && all[index]?.verdict !== "left_out")
            expect(planned.without.some((each) => untickedThings.has(moveThingKey(each)))).toBe(true);
          else expect(planned.verdict).toBe(all[index]?.verdict);
        }
      }),
    );
  });
});

import fc from "fast-check";
import { moveThingKey } from "~/importers/rules/foreign-ids";
import { type ImportChoices, importConflictChoices } from "~/importers/rules/import-facts";
import { type MoveDocument, moveDocumentSchema } from "~/importers/rules/move-document";
import { emptyMoveDocument } from "~/importers/rules/move-document-parts";
import { moveThings } from "~/importers/rules/move-things";
import { type WorldThing, worldThing } from "./import-world";

/** Returns a document of another product with these parts, and the defaults of the schema. */
export const moveDocumentOf = (parts: Record<string, unknown>): MoveDocument =>
  moveDocumentSchema.parse({ ...emptyMoveDocument("kuma"), ...parts });

export const startOf2026Ms = Date.UTC(2026, 0, 1);

export const foreignComponent = (id: string, given: object = {}) => ({ id, name: id, keptBy: "manual", ...given });

export const foreignIncident = (id: string, given: object = {}) => ({
  id,
  title: "API degraded",
  impact: "minor",
  startedAt: startOf2026Ms,
  resolvedAt: null,
  updates: [{ status: "investigating", body: "We look.", shownAt: startOf2026Ms }],
  ...given,
});

export const foreignMonitor = (id: string, given: object = {}) => ({
  id,
  name: id,
  kind: "http",
  settings: { url: `https://${id}.example` },
  intervalSeconds: 60,
  ...given,
});

export const foreignHeartbeat = (id: string, given: object = {}) => ({
  id,
  name: id,
  pingKey: null,
  schedule: { everySeconds: 3600 },
  graceSeconds: 60,
  ...given,
});

export const foreignSeries = (id: string, given: object = {}) => ({
  id,
  title: "Weekly upgrade",
  startsLocal: "2026-01-05T02:00",
  timeZone: "Europe/Berlin",
  durationSeconds: 3600,
  repeat: { frequency: "weekly" },
  componentIds: [],
  ...given,
});

export const foreignChannel = (id: string, given: object = {}) => ({
  id,
  name: id,
  kind: "ntfy",
  settings: { server: "https://ntfy.example.org", topic: "status" },
  ...given,
});

const id = fc.constantFrom("a", "b", "c", "d", "e", "f");
const name = fc.constantFrom("API", "Web", "Shop");
const componentIds = fc.array(id, { maxLength: 3 });
const changes = fc.array(fc.record({ componentId: id, status: fc.constant("major_outage") }), { maxLength: 2 });
const body = fc.constantFrom("One.", "Two.");
const update = fc.record({ status: fc.constant("investigating"), body, shownAt: fc.constant(startOf2026Ms), changes });

/** Documents with few ids and names, so that things meet: twice, of one name, or naming what is not there. */
export const moveDocuments: fc.Arbitrary<MoveDocument> = fc
  .record({
    page: fc.option(fc.record({ id, name })),
    groups: fc.array(fc.record({ id, name }), { maxLength: 3 }),
    components: fc.array(
      fc.record({ id, name, groupId: fc.option(id), keptBy: fc.constantFrom("manual", "watched") }),
      { maxLength: 6 },
    ),
    monitors: fc.array(
      fc
        .record({ id, name, kind: fc.constantFrom("http", null), componentIds, isPaused: fc.boolean() })
        .map((given) => foreignMonitor(given.id, given)),
      { maxLength: 5 },
    ),
    heartbeats: fc.array(
      fc.record({ id, name, componentIds }).map((given) => foreignHeartbeat(given.id, given)),
      { maxLength: 3 },
    ),
    incidents: fc.array(
      fc
        .record({ id, updates: fc.array(update, { minLength: 1, maxLength: 9 }) })
        .map((given) => foreignIncident(given.id, given)),
      { maxLength: 6 },
    ),
    maintenances: fc.array(
      fc.record({ id, title: name, componentIds }).map((given) => ({
        ...given,
        startsAt: startOf2026Ms,
        endsAt: startOf2026Ms + 1,
        state: "completed",
        updates: [],
      })),
      { maxLength: 2 },
    ),
    templates: fc.array(
      fc.record({ id, name, title: name, body }).map((given) => ({ ...given, status: null })),
      { maxLength: 2 },
    ),
    subscribers: fc.array(
      fc.record({ address: id.map((each) => `${each}@example.com`), componentIds }).map((given) => ({
        ...given,
        kind: "email",
        state: "active",
        consentedAt: null,
      })),
      { maxLength: 4 },
    ),
    maintenanceSeries: fc.array(
      fc.record({ id, title: name, componentIds }).map((given) => foreignSeries(given.id, given)),
      { maxLength: 2 },
    ),
    channels: fc.array(
      fc.record({ id, name, isPaused: fc.boolean() }).map((given) => foreignChannel(given.id, given)),
      { maxLength: 3 },
    ),
  })
  .map(moveDocumentOf);

/** Things that a page has already. */
export const worldStrangers: fc.Arbitrary<WorldThing[]> = fc
  .array(fc.record({ noun: fc.constantFrom("group", "component", "monitor", "template", "channel"), name }), {
    maxLength: 4,
  })
  .map((list) => list.map((each, index) => worldThing(each.noun as WorldThing["noun"], `own-${index}`, each.name)));

/** Choices about any things of a document. */
export const choicesFor = (document: MoveDocument): fc.Arbitrary<Partial<ImportChoices>> => {
  const keys = moveThings(document).map(moveThingKey);
  if (keys.length === 0) return fc.constant({});
  return fc.record({
    untickedThings: fc.subarray(keys).map((each) => new Set(each)),
    conflicts: fc
      .array(fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...importConflictChoices)))
      .map((pairs) => new Map(pairs)),
  });
};

/** A document with choices about its things. */
export const documentsWithChoices = moveDocuments.chain((document) =>
  fc.record({ document: fc.constant(document), choices: choicesFor(document), strangers: worldStrangers }),
);

import { afterEach, expect, test } from "vitest";
import { addImportPart } from "~/importers/add-part";
import { applyImport } from "~/importers/apply";
import { createImport } from "~/importers/create";
import type { MoveDocument } from "~/importers/rules/move-document";
import { emptyMoveDocument, type MoveDocumentPart } from "~/importers/rules/move-document-parts";
import { startImportReading } from "~/importers/start-reading";
import { undoImport } from "~/importers/undo";
import type { Ctx } from "~/platform/ctx";
import { type Desk, good, openDesk } from "../support/desk";
import { type ImportRound, jobOf, type MovedPageSize, movedPage, runToEnd } from "../support/import-jobs";
import { printTable } from "../support/measured";
import { isLong } from "../support/sizes";

/** A large page comes, is planned, applied and undone; `--long` takes the size that an import has to bear. */
const size: MovedPageSize = isLong
  ? {
      components: 200,
      incidents: 5000,
      updatesPerIncident: 6,
      monitors: 300,
      heartbeats: 50,
      maintenances: 200,
      subscribers: 50_000,
    }
  : {
      components: 40,
      incidents: 200,
      updatesPerIncident: 6,
      monitors: 30,
      heartbeats: 5,
      maintenances: 20,
      subscribers: 2000,
    };
/** Rows that a thing writes on average, updates counted as things. */
const mostRowsPerThing = 3.5;

let desk: Desk;
afterEach(() => desk.close());

const slices = <T>(all: readonly T[], count: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / count) }, (_, at) => all.slice(at * count, (at + 1) * count));

/** Returns a document in the pieces in which a program sends it. */
function pieces(document: MoveDocument): MoveDocumentPart[] {
  const { version: _version, origin: _origin, incidents, subscribers, maintenances, ...first } = document;
  return [
    first,
    ...slices(incidents, 250).map((each) => ({ incidents: each })),
    ...slices(maintenances, 250).map((each) => ({ maintenances: each })),
    ...slices(subscribers, 2000).map((each) => ({ subscribers: each })),
  ];
}

interface Phase {
  name: string;
  seconds: number;
  rounds: ImportRound[];
}

/** Measures a phase from the answer on, after which a first round follows in the same invocation. */
async function timed(name: string, begin: () => Promise<unknown>, id: () => string): Promise<Phase> {
  const start = performance.now();
  const made: Ctx[] = [];
  const { deployment } = desk;
  const { ctx } = deployment;
  deployment.ctx = (...given) => {
    const each = ctx(...given);
    made.push(each);
    return each;
  };
  await begin();
  await deployment.settled();
  deployment.ctx = ctx;
  const answers = made.map(({ meter }) => ({ state: name, ...meter }));
  const rounds = await runToEnd(desk, id());
  return { name, seconds: (performance.now() - start) / 1000, rounds: [...answers, ...rounds] };
}

async function send(): Promise<string> {
  const { pageId } = desk;
  const document = movedPage(size);
  const empty = emptyMoveDocument("statuspage");
  const { id } = await good(createImport(desk.owner(), { pageId, document: empty, awaitsParts: true }));
  for (const part of pieces(document)) await good(addImportPart(desk.owner(), { pageId, id, part }));
  await good(startImportReading(desk.owner(), { pageId, id }));
  return id;
}

const sum = (rounds: readonly ImportRound[], of: "written" | "read") =>
  rounds.reduce((total, each) => total + each[of], 0);
const highest = (rounds: readonly ImportRound[]) => Math.max(0, ...rounds.map(({ statements }) => statements));

test.each(["own", "free"] as const)("on %s a large page comes and goes, at few rows a thing", async (plan) => {
  desk = await openDesk({ UPFRONT_PLAN: plan });
  const { pageId, deployment } = desk;
  let id = "";
  const reading = await timed(
    "sending and planning",
    async () => (id = await send()),
    () => id,
  );
  const began = deployment.clock.now;
  const applying = await timed(
    "applying",
    () => good(applyImport(desk.owner(), { pageId, id })),
    () => id,
  );
  const days = 1 + Math.floor(deployment.clock.now / 86_400_000) - Math.floor(began / 86_400_000);
  expect((await jobOf(desk, id)).state).toBe("applied");
  const undoing = await timed(
    "undoing",
    () => good(undoImport(desk.owner(), { pageId, id })),
    () => id,
  );
  const after = await jobOf(desk, id);
  expect(after).toMatchObject({ state: "undone", undoLeftCount: 1 });
  const things =
    size.incidents * (1 + size.updatesPerIncident) +
    size.components +
    size.monitors +
    size.subscribers +
    (size.heartbeats ?? 0) +
    2 * (size.maintenances ?? 0);
  printTable("imports", {
    head: [
      "plan",
      "things",
      "days",
      "phase",
      "seconds",
      "rounds",
      "rows read",
      "rows written",
      "statements of a round",
    ],
    rows: [reading, applying, undoing].map(({ name, seconds, rounds }) => [
      plan,
      String(things),
      String(days),
      name,
      seconds.toFixed(1),
      String(rounds.length),
      String(sum(rounds, "read")),
      String(sum(rounds, "written")),
      String(highest(rounds)),
    ]),
  });
  expect(sum(applying.rounds, "written") / things).toBeLessThanOrEqual(mostRowsPerThing);
  if (plan === "free") expect(highest([...applying.rounds, ...undoing.rounds])).toBeLessThanOrEqual(39);
});

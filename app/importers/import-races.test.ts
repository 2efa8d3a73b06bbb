import { expect, test } from "vitest";
import { good } from "../../tests/support/desk";
import {
  importRunsOfEachTest,
  jobOf,
  movedPage,
  previewOf,
  runToEnd,
  smallMovedPage as small,
} from "../../tests/support/import-jobs";
import { planImportThingsStep } from "./engine/apply-things";
import { commitImportStep } from "./engine/job-step";
import type { MoveDocument } from "./rules/move-document";
import { undoImport } from "./undo";

/** A step of an import keeps what people do while it is written. */
const { desk, rowsOf, countOf, applied } = importRunsOfEachTest();
const machine = { kind: "machine", id: "import" } as const;

interface Edit {
  /** Returns the page as it is there afterwards: one thing of the noun is different. */
  there: (document: MoveDocument) => void;
  /** Statement of a person's edit here. */
  here: string;
  /** Reads what the person wrote. */
  read: string;
}

const first = <Thing>(things: readonly Thing[]): Thing => {
  const [thing] = things;
  if (!thing) throw new Error("it has one");
  return thing;
};
const editOf = (table: string, column: string, from: string, more = ""): Pick<Edit, "here" | "read"> => ({
  here: `UPDATE ${table} SET ${column} = 'Ours', version = version + 1${more} WHERE ${column} = '${from}'`,
  read: `SELECT count(*) AS count FROM ${table} WHERE ${column} = 'Ours'`,
});

const edits: Record<string, Edit> = {
  group: {
    there: ({ groups }) => Object.assign(first(groups), { description: "Theirs" }),
    ...editOf("component_group", "name", "Region 0"),
  },
  component: {
    there: ({ components }) => Object.assign(first(components), { description: "Theirs" }),
    ...editOf("component", "name", "Service 0", ", updated_at = updated_at + 1"),
  },
  monitor: {
    there: ({ monitors }) => Object.assign(first(monitors), { timeoutSeconds: 7 }),
    ...editOf("source", "name", "Check 0"),
  },
  heartbeat: {
    there: ({ heartbeats }) => Object.assign(first(heartbeats), { graceSeconds: 120 }),
    ...editOf("source", "name", "Job 0"),
  },
  template: {
    there: ({ templates }) => Object.assign(first(templates), { body: "Theirs" }),
    ...editOf("template", "name", "Usual"),
  },
  incident: {
    there: ({ incidents }) => Object.assign(first(incidents.slice(1)), { title: "Theirs" }),
    ...editOf("incident", "title", "Slow answers 1"),
  },
  maintenance: {
    there: ({ maintenances }) => Object.assign(first(maintenances), { title: "Theirs" }),
    ...editOf("maintenance", "title", "Move of the database 0"),
  },
};

test.each(Object.entries(edits))("an edit of a %s between reading and writing is kept", async (_, edit) => {
  await applied();
  const document = movedPage(small);
  edit.there(document);
  const id = await previewOf(desk, document);
  const { clock } = desk.deployment;
  await rowsOf(`UPDATE import_job SET state = 'applying', due_at = ${clock.now} WHERE id = '${id}'`);
  const ctx = () => desk.deployment.ctx(machine);
  let job = await jobOf(desk, id);
  let plan = await planImportThingsStep(ctx(), job);
  while (!plan.changes?.length && job.place.stage === "things") {
    await commitImportStep(ctx(), job, plan);
    job = await jobOf(desk, id);
    plan = await planImportThingsStep(ctx(), job);
  }
  await rowsOf(edit.here);
  await expect(commitImportStep(ctx(), job, plan)).rejects.toThrow();
  await runToEnd(desk, id);
  expect((await jobOf(desk, id)).state).toBe("applied");
  expect(await rowsOf(edit.read)).toEqual([{ count: 1 }]);
});

test("an undo between the parts of a long incident takes its first part back", async () => {
  const id = await previewOf(desk, movedPage({ ...small, incidents: 1, updatesPerIncident: 900 }));
  const { clock } = desk.deployment;
  await rowsOf(`UPDATE import_job SET state = 'applying', due_at = ${clock.now} WHERE id = '${id}'`);
  const ctx = () => desk.deployment.ctx(machine);
  while ((await countOf("incident")) === 0) {
    const job = await jobOf(desk, id);
    await commitImportStep(ctx(), job, await planImportThingsStep(ctx(), job));
  }
  expect(await countOf("incident_update")).toBeLessThan(900);
  await good(undoImport(desk.owner(), { pageId: desk.pageId, id }));
  await desk.deployment.settled();
  await runToEnd(desk, id);
  expect((await jobOf(desk, id)).state).toBe("undone");
  expect([await countOf("incident"), await countOf("incident_update")]).toEqual([0, 0]);
});

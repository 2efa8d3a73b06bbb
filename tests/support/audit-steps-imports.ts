import { ok, type Result } from "~/failures/failure";
import { addImportPart } from "~/importers/add-part";
import { applyImport } from "~/importers/apply";
import { cancelImport } from "~/importers/cancel";
import { chooseForImport } from "~/importers/choose";
import { createImport } from "~/importers/create";
import { runImportSteps } from "~/importers/engine/run-import";
import { emptyMoveDocument } from "~/importers/rules/move-document-parts";
import { startImportReading } from "~/importers/start-reading";
import { takeOverImport } from "~/importers/take-over";
import { undoImport } from "~/importers/undo";
import { type AuditStage, id, making, type Step, secretWord, step } from "./audit-stage";

const document = {
  ...emptyMoveDocument("statuspage"),
  templates: [{ id: "t", name: "Slow", title: "Slow", body: secretWord, status: null }],
};

/** Goes on with an import as ticks do, until a person acts again. */
async function continueImport({ deployment, page, ids }: AuditStage): Promise<Result<null>> {
  for (let tick = 0; tick < 20; tick++) {
    deployment.clock.now += 1000;
    await runImportSteps(deployment.ctx({ kind: "machine", id: "import" }), page.id, ids.import ?? "");
  }
  return ok(null);
}
const goesOn: Step = { key: null, run: continueImport };

/** An import to its undo, and one that is sent in parts; after each step it goes on to where a person acts again. */
export const importSteps: Step[] = [
  making("importers/create#createImport", "import", (given, s) => createImport(s.ctx(), { ...given, document })),
  goesOn,
  step("importers/choose#chooseForImport", (given, s) =>
    chooseForImport(s.ctx(), { ...given, id: id(s, "import"), untickedNouns: ["subscriber"] }),
  ),
  goesOn,
  step("importers/apply#applyImport", (given, s) => applyImport(s.ctx(), { ...given, id: id(s, "import") })),
  goesOn,
  step("importers/take-over#takeOverImport", (given, s) => takeOverImport(s.ctx(), { ...given, id: id(s, "import") })),
  step("importers/undo#undoImport", (given, s) => undoImport(s.ctx(), { ...given, id: id(s, "import") })),
  goesOn,
  making("importers/create#createImport", "sent", (given, s) =>
    createImport(s.ctx(), { ...given, origin: "statuspage", awaitsParts: true }),
  ),
  step(null, (given, s) => addImportPart(s.ctx(), { ...given, id: id(s, "sent"), part: {} })),
  step(null, (given, s) => startImportReading(s.ctx(), { ...given, id: id(s, "sent") })),
  step("importers/cancel#cancelImport", (given, s) => cancelImport(s.ctx(), { ...given, id: id(s, "sent") })),
];

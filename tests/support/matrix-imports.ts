import { importJobTable } from "~/db/schema";
import { runImportSteps } from "~/importers/engine/run-import";
import type { ImportState } from "~/importers/rules/import-job";
import { emptyMoveDocument } from "~/importers/rules/move-document-parts";
import type { TestDeployment } from "./database";
import type { Owner, Stage } from "./matrix-cast";

interface Operation {
  need: "owner";
  body?: () => unknown;
  target?: (stage: Stage) => Promise<string>;
}

const part = { components: [{ id: "web", name: "Web of theirs", keptBy: "manual" }] };
const upload = { import: { origin: "csv", upload: true } };

/** Returns the cells of imports in the matrix of the API. The arguments are set only when the tests run. */
export function importOperations(owner: () => Owner, deployment: () => TestDeployment): Record<string, Operation> {
  const path = "/pages/{page}/imports";
  /** Makes an import and takes it to a state, as a program, its steps and a person would. */
  const made = async (stage: Stage, state: ImportState): Promise<string> => {
    const { db } = deployment().ctx();
    await db.delete(importJobTable);
    const imports = `/pages/${stage.slug}/imports`;
    if (state === "uploading") return owner().makeId(imports, upload);
    const id = await owner().makeId(imports, { import: { document: { ...emptyMoveDocument("csv"), ...part } } });
    await runImportSteps(deployment().ctx({ kind: "machine", id: "clock" }), stage.id, id);
    if (state === "applied") await db.update(importJobTable).set({ state, appliedAt: deployment().clock.now });
    return id;
  };
  const target = (state: ImportState) => (stage: Stage) => made(stage, state);
  return {
    [`GET ${path}`]: { need: "owner" },
    [`POST ${path}`]: { need: "owner", body: () => upload },
    [`GET ${path}/{id}`]: { need: "owner", target: target("preview") },
    [`GET ${path}/{id}/things`]: { need: "owner", target: target("preview") },
    [`POST ${path}/{id}/parts`]: { need: "owner", target: target("uploading"), body: () => ({ part }) },
    [`POST ${path}/{id}/read`]: { need: "owner", target: target("uploading") },
    [`PATCH ${path}/{id}/choices`]: {
      need: "owner",
      target: target("preview"),
      body: () => ({ choices: { unticked_nouns: ["subscriber"] } }),
    },
    [`POST ${path}/{id}/apply`]: { need: "owner", target: target("preview") },
    [`POST ${path}/{id}/take_over`]: { need: "owner", target: target("applied") },
    [`POST ${path}/{id}/undo`]: { need: "owner", target: target("applied") },
    [`DELETE ${path}/{id}`]: { need: "owner", target: target("preview") },
  };
}

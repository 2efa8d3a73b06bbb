import type { MoveDocument } from "../../app/importers/contract/move-document.ts";
import { moveDocumentParts } from "./document-parts.ts";
import { type ImportTarget, ImportToolError } from "./options.ts";
import { type CallingMachine, UpfrontApi } from "./upfront-api.ts";

const pollMs = 3000;

/** An import as the API shows it, as far as it is printed. */
interface ShownImport {
  id: string;
  state: string;
  done: number;
  total: number | null;
  counts: Record<string, { verdicts: Record<string, number> }> | null;
  open_conflicts: number;
  refusal: { message: string } | null;
  days_needed: number | null;
}

const runningStates = new Set(["uploading", "reading", "planning"]);

/** Returns lines with what the preview will make, change and leave out. */
export function previewLines({ counts, open_conflicts: conflicts, days_needed: days }: ShownImport): string[] {
  const figures = Object.entries(counts ?? {}).flatMap(([noun, { verdicts }]) => {
    const some = Object.entries(verdicts).filter(([, count]) => count > 0);
    return some.length === 0
      ? []
      : [`  ${noun}: ${some.map(([verdict, count]) => `${verdict.replaceAll("_", " ")} ${count}`).join(", ")}`];
  });
  return [
    "The preview is ready. Nothing was changed yet:",
    ...figures,
    ...(conflicts > 0 ? [`${conflicts} names are here already: choose in the preview what becomes of them.`] : []),
    ...(days !== null && days > 1 ? [`Applying takes ${days} days, because a plan has a limit on rows a day.`] : []),
  ];
}

/** Waits until the preview is made. Throws ImportToolError when the deployment refuses the document. */
async function waitForPreview(
  api: UpfrontApi,
  id: string,
  machine: CallingMachine,
  say: (line: string) => void,
): Promise<ShownImport> {
  for (let last = ""; ; ) {
    const shown = await api.call<ShownImport>("GET", `/imports/${id}`);
    if (shown.state === "failed" || shown.state === "canceled")
      throw new ImportToolError(shown.refusal?.message ?? `The import is ${shown.state}.`);
    if (!runningStates.has(shown.state)) return shown;
    const line = `The preview is made: ${shown.done} of ${shown.total ?? "?"} things …`;
    if (line !== last) say(line);
    last = line;
    await machine.sleep(pollMs);
  }
}

/** Sends a document in parts, waits for its preview, and returns the URL of it. Throws ImportToolError. */
export async function sendDocument(
  document: MoveDocument,
  target: ImportTarget,
  machine: CallingMachine,
  say: (line: string) => void,
): Promise<string> {
  const parts = moveDocumentParts(document);
  const api = new UpfrontApi(target, machine);
  const page = await api.call<{ subdomain: string }>("GET", "");
  const { id } = await api.call<ShownImport>("POST", "/imports", { import: { origin: document.origin, upload: true } });
  const preview = `${target.url}/manage/${page.subdomain}/imports/${id}`;
  for (const [index, part] of parts.entries()) {
    await api.call("POST", `/imports/${id}/parts`, { part });
    say(`Sent ${index + 1} of ${parts.length} parts.`);
  }
  await api.call("POST", `/imports/${id}/read`);
  say(`You can leave now: it continues at ${preview}`);
  for (const line of previewLines(await waitForPreview(api, id, machine, say))) say(line);
  return preview;
}

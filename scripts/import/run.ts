import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { ImportOrigin } from "../../app/importers/contract/origin.ts";
import { moveDocumentSummary } from "./document-summary.ts";
import { type ImportToolOptions, readImportOptions } from "./options.ts";
import { sendOriginRequest } from "./read-api.ts";
import { productLines, readMoveDocument } from "./read-document.ts";
import { sendDocument } from "./send-document.ts";

const say = (line: string): void => console.log(line);
const wait = async (ms: number): Promise<void> => {
  await sleep(ms);
};

/** Returns the reader of a product; null when there is none of this name. */
async function readerOf(name: string): Promise<ImportOrigin | null> {
  const { loadImportOrigin: loadOrigin } = await import("../../app/importers/kinds/known-kinds.ts");
  return loadOrigin(name);
}

/** Writes the document for this person alone: it holds addresses and secrets. */
function keepDocument(out: string, document: object): void {
  writeFileSync(out, JSON.stringify(document), { mode: 0o600 });
  say(`Written to ${out}. It can contain secrets and subscribers’ addresses.`);
}

async function readAndSend(options: ImportToolOptions): Promise<void> {
  const document = await readMoveDocument(options, { send: sendOriginRequest, sleep: wait, say }, readerOf);
  for (const line of moveDocumentSummary(document)) say(line);
  if (options.out !== null) keepDocument(options.out, document);
  if (options.target === null) return;
  const machine = { fetch: (url: string, init: RequestInit) => fetch(url, init), sleep: wait, newKey: randomUUID };
  const preview = await sendDocument(document, options.target, machine, say);
  say(`Look at it, choose and apply it: ${preview}`);
}

/** Runs the tool with the arguments after `--`. Throws ImportToolError for whatever a person can mend. */
export async function runImportTool(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = readImportOptions(args, env);
  if (options.origin !== "list") return readAndSend(options);
  for (const line of productLines()) say(line);
}

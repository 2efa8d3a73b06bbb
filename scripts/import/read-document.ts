import {
  emptyMoveDocument,
  type MoveDocument,
  type MoveDocumentPart,
  moveDocumentSchema,
  withMovePart,
} from "../../app/importers/contract/move-document.ts";
import {
  type ImportOrigin,
  loadOriginApi,
  type OriginResult,
  type OriginSettings,
} from "../../app/importers/contract/origin.ts";
import { parseOriginJson } from "../../app/importers/contract/origin-texts.ts";
import { movePartOfKumaTables } from "../../app/importers/contract/uptime-kuma/tables.ts";
import { type KnownOrigin, knownOriginOf, knownOrigins } from "../../app/importers/rules/known-origins.ts";
import { type FoundFile, findOriginFiles, readOriginFile } from "./folder-files.ts";
import { readKumaDatabase } from "./kuma-database.ts";
import { ImportToolError, type ImportToolOptions } from "./options.ts";
import { type ApiReadingMachine, readOriginByApi } from "./read-api.ts";

/** Word in place of a product for a document that `--out` wrote, or that another program made. */
const documentWord = "document";

function partOrRefusal(result: OriginResult<MoveDocumentPart>): MoveDocumentPart {
  if (!result.ok) throw new ImportToolError(result.refusal.message);
  return result.value;
}

/** Returns what is wrong with a document, at the place. */
function documentOrRefusal(what: string, value: unknown): MoveDocument {
  const parsed = moveDocumentSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ImportToolError(
    `${what} is not a move document: ${issue?.path.join(".") || "it"}: ${issue?.message ?? ""}`,
  );
}

function readDocumentFile([file, ...more]: readonly FoundFile[]): MoveDocument {
  if (!file || more.length > 0) throw new ImportToolError("Name one file with a move document, as --out writes it.");
  const read = parseOriginJson(file.place, readOriginFile(file).text);
  if (!read.ok) throw new ImportToolError(read.refusal.message);
  return documentOrRefusal(file.place, read.value);
}

const isDatabase = ({ path }: FoundFile): boolean => /\.(?:db|sqlite3?)$/i.test(path);

function kumaParts(
  files: readonly FoundFile[],
  settings: OriginSettings,
  say: (line: string) => void,
): MoveDocumentPart[] {
  return files.filter(isDatabase).map(({ place }) => {
    const { tables, warning } = readKumaDatabase(place);
    if (warning) say(warning);
    return partOrRefusal(movePartOfKumaTables(tables, settings));
  });
}

function readFiles(
  origin: ImportOrigin,
  files: readonly FoundFile[],
  settings: OriginSettings,
  say: (line: string) => void,
): MoveDocument {
  const isKuma = origin.name === "uptime-kuma";
  const texts = files.filter((file) => !isKuma || !isDatabase(file)).filter(({ path }) => !/-(?:wal|shm)$/.test(path));
  if (!origin.readFiles && texts.length > 0)
    throw new ImportToolError(
      `${origin.title} is not read from files: name its page with --url, or its key with --key-env.`,
    );
  const parts = isKuma ? kumaParts(files, settings, say) : [];
  if (texts.length > 0 && origin.readFiles)
    parts.push(partOrRefusal(origin.readFiles(texts.map(readOriginFile), settings)));
  return parts.reduce<MoveDocument>(withMovePart, emptyMoveDocument(origin.name));
}

/** Says what a product is read from, when nothing was named. */
function nothingNamed({ title, files, hasApi, key, urlExample }: KnownOrigin): ImportToolError {
  const ways = [
    ...files.map(({ ending, what }) => `a file ${ending}: ${what}`),
    ...(hasApi && urlExample !== "" ? [`--url, such as ${urlExample}`] : []),
    ...(hasApi && key !== "none" ? ["--key-env NAME, with a key of its API in that environment variable"] : []),
  ];
  return new ImportToolError(`Say what to read ${title} from:\n${ways.map((way) => `  ${way}`).join("\n")}`);
}

/** Returns lines that name all products. */
export const productLines = (): string[] => knownOrigins.map(({ name, title }) => `${name.padEnd(14)} ${title}`);

/** Reads what the options name, files or an API, as one document. Throws ImportToolError. */
export async function readMoveDocument(
  options: ImportToolOptions,
  machine: ApiReadingMachine,
  readerOf: (name: string) => Promise<ImportOrigin | null>,
): Promise<MoveDocument> {
  const files = findOriginFiles(options.origin, options.paths);
  if (options.origin === documentWord) return readDocumentFile(files);
  const [known, origin] = [knownOriginOf(options.origin), await readerOf(options.origin)];
  if (!known || !origin)
    throw new ImportToolError(`There is no product “${options.origin}”. There are:\n${productLines().join("\n")}`);
  if (known.asksTimeZone && options.timeZone === null)
    machine.say("Times without a zone are read as UTC: --time-zone Europe/Berlin for another.");
  const { url, key, choices, timeZone } = options;
  const settings: OriginSettings = { url, key, choices, timeZone: timeZone ?? "UTC" };
  if (files.length > 0) return documentOrRefusal(known.title, readFiles(origin, files, settings, machine.say));
  const api = url === "" && key === "" ? undefined : await loadOriginApi(origin);
  if (!api) throw nothingNamed(known);
  return documentOrRefusal(known.title, await readOriginByApi(origin.name, api, settings, machine));
}

import { type Refusal, type RefusalKey, refusalFor } from "~/failures/refusal";
import { isTimeZone, parseTimeZoneName } from "~/time/day";
import { parseEmailAddress } from "./subscriber";

export interface ImportedLine {
  address: string;
  /** Component ids; empty = the whole page. */
  componentIds: string[];
  language: string;
  timeZone: string;
}

interface ImportContext {
  components: readonly { id: string; name: string }[];
  language: string;
  timeZone: string;
}

export const subscriberImportLimits = { lines: 5000, characters: 1_000_000 } as const;

export const subscriberImportConsents = ["given", "asked"] as const;

type ImportReadResult = { ok: true; value: ImportedLine[] } | { ok: false; problems: Refusal[] };

const maxProblems = 10;

/** Returns component ids by the names that a file may use; of two components with the same name the first. */
const idsByName = ({ components }: ImportContext): ReadonlyMap<string, string> =>
  new Map(components.toReversed().flatMap(({ id, name }) => [[name, id] as const, [id, id] as const]));

/** Reads names or ids, separated by semicolons, each counted once; `unknown` is one that is not on the page. */
function parseComponents(
  text: string,
  idByName: ReadonlyMap<string, string>,
): { ids: string[]; unknown: string | null } {
  const wanted = new Set(text.split(";").flatMap((part) => part.trim() || []));
  const ids = new Set<string>();
  for (const name of wanted) {
    const id = idByName.get(name);
    if (id === undefined) return { ids: [], unknown: name };
    ids.add(id);
  }
  return { ids: [...ids], unknown: null };
}

/** Removes the apostrophe with which an export escapes cells for spreadsheets. */
const asExported = (text: string): string => text.trim().replace(/^'(?=[=+\-@])/, "");

interface Trouble {
  key: Extract<RefusalKey, `list_import.no_${string}`>;
  name?: string;
}

function parseLine(
  cell: Record<string, string>,
  around: ImportContext,
  idByName: ReadonlyMap<string, string>,
): ImportedLine | Trouble {
  const address = parseEmailAddress(asExported(cell.email || cell.address || ""));
  if (address === null) return { key: "list_import.no_address" };
  const { ids, unknown } = parseComponents(cell.components ?? "", idByName);
  if (unknown !== null) return { key: "list_import.no_component", name: unknown.slice(0, 60) };
  const language = (cell.language ?? "").trim() || around.language;
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language)) return { key: "list_import.no_language" };
  const timeZone = parseTimeZoneName(cell.time_zone ?? "") || around.timeZone;
  if (!isTimeZone(timeZone)) return { key: "list_import.no_zone" };
  return { address, componentIds: ids, language, timeZone };
}

/** Reads an import, all or nothing: each address once, by the first line that names it. Returns the first bad lines. */
export function parseSubscriberImport(
  cells: readonly Record<string, string>[],
  around: ImportContext,
): ImportReadResult {
  if (cells.length === 0) return { ok: false, problems: ["list_import.no_line"] };
  if (cells.length > subscriberImportLimits.lines) {
    return {
      ok: false,
      problems: [refusalFor("list_import.lines", { most: subscriberImportLimits.lines, lines: cells.length })],
    };
  }
  const lines = new Map<string, ImportedLine>();
  const problems: Refusal[] = [];
  const idByName = idsByName(around);
  cells.forEach((cell, index) => {
    const line = parseLine(cell, around, idByName);
    if ("key" in line) problems.push(refusalFor(line.key, { entry: index + 1, name: line.name ?? "" }));
    else if (!lines.has(line.address)) lines.set(line.address, line);
  });
  if (problems.length > maxProblems)
    problems.splice(
      maxProblems,
      problems.length,
      refusalFor("list_import.more", { more: problems.length - maxProblems }),
    );
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: [...lines.values()] };
}

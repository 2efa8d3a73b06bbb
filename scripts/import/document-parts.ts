import type {
  MoveDocument,
  MoveDocumentPart,
  MovedNoun,
  MoveNote,
} from "../../app/importers/contract/move-document.ts";
import { ImportToolError } from "./options.ts";

/** Bytes of a part as it is sent: small enough for the CPU time of the Free plan. */
export const importPartTargetBytes = 240_000;
/**
 * Maximum number of bytes of a part that a deployment accepts; used for an object that does not fit into an ordinary
 * part.
 */
export const maxImportPartBytes = 700_000;

/** Lists with what others name first, as a deployment needs it. */
const lists = [
  ["group", "groups"],
  ["component", "components"],
  ["monitor", "monitors"],
  ["heartbeat", "heartbeats"],
  ["template", "templates"],
  ["maintenance_series", "maintenanceSeries"],
  ["channel", "channels"],
  ["incident", "incidents"],
  ["maintenance", "maintenances"],
  ["subscriber", "subscribers"],
] as const satisfies readonly (readonly [MovedNoun, keyof MoveDocument])[];

/** An object or a note of a document, which is sent in one part. */
interface DocumentItem {
  list: Exclude<keyof MoveDocumentPart, "page">;
  value: unknown;
  /** The name that a refusal shows. */
  name: string;
}

const notesFirst = new Set<MoveNote["noun"]>(["page", "other"]);

/**
 * Returns the contents of a document except the page, in the order in which they are sent. Each object is followed by
 * its notes.
 */
function itemsOf(document: MoveDocument): DocumentItem[] {
  const noteItem = (note: MoveNote): DocumentItem => ({ list: "notes", value: note, name: note.name });
  const byThing = Map.groupBy(document.notes, ({ noun, id }) => `${noun}:${id ?? ""}`);
  const first = document.notes.filter(({ noun }) => notesFirst.has(noun)).map(noteItem);
  const rest = lists.flatMap(([noun, list]) => {
    const things = (document[list] ?? []).flatMap((thing): DocumentItem[] => {
      const id = "id" in thing ? thing.id : thing.address;
      const notes = (byThing.get(`${noun}:${id}`) ?? []).map(noteItem);
      byThing.delete(`${noun}:${id}`);
      return [{ list, value: thing, name: `${noun} ${id}` }, ...notes];
    });
    const others = [...byThing]
      .filter(([key]) => key.startsWith(`${noun}:`))
      .flatMap(([, notes]) => notes.map(noteItem));
    return [...things, ...others];
  });
  return [...first, ...rest];
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;

/**
 * Divides a document into parts of at most `most` bytes. Throws ImportToolError for an object that does not fit into a
 * part.
 */
export function moveDocumentParts(document: MoveDocument, most = importPartTargetBytes): MoveDocumentPart[] {
  const parts: Record<string, unknown>[] = [document.page ? { page: document.page } : {}];
  let bytes = bytesOf(parts[0]);
  for (const { list, value, name } of itemsOf(document)) {
    const own = bytesOf(value) + list.length + 6;
    if (own > maxImportPartBytes)
      throw new ImportToolError(`${name} has ${own} bytes, and a thing can have at most ${maxImportPartBytes}.`);
    if (bytes + own > most && bytes > 3) {
      parts.push({});
      bytes = 2;
    }
    const part = parts.at(-1) ?? {};
    const before = part[list];
    if (Array.isArray(before)) before.push(value);
    else part[list] = [value];
    bytes += own;
  }
  return parts as MoveDocumentPart[];
}

import type { MoveDocument, MoveNote } from "../../app/importers/contract/move-document.ts";

const nouns = [
  ["group", "groups"],
  ["component", "components"],
  ["monitor", "monitors"],
  ["heartbeat", "heartbeats"],
  ["incident", "incidents"],
  ["maintenance window", "maintenances"],
  ["repeating maintenance", "maintenanceSeries"],
  ["channel", "channels"],
  ["template", "templates"],
  ["subscriber", "subscribers"],
] as const;

const noteTitles: Record<MoveNote["kind"], string> = {
  question: "Questions: answer them in the preview or on the page",
  left_out: "Left out",
  approximated: "Approximated",
  secret_found: "Secrets found, which are encrypted",
};
const maxNotesOfKind = 25;

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

/** Returns a note in one line, without characters that would move a terminal’s cursor. */
const noteLine = ({ noun, name, id, field, reason }: MoveNote): string =>
  `  ${noun}${name || id ? ` “${name || id}”` : ""}, ${field}: ${reason}`.replaceAll(/\p{Cc}/gu, " ").slice(0, 300);

/** Returns lines that say what a document brings, and what it does not. */
export function moveDocumentSummary(document: MoveDocument): string[] {
  const page = document.page ? [`page “${document.page.name.replaceAll(/\p{Cc}/gu, " ")}”`] : [];
  const things = nouns.flatMap(([one, list]) =>
    (document[list]?.length ?? 0) > 0 ? [counted(document[list]?.length ?? 0, one)] : [],
  );
  const updates = document.incidents.reduce((sum, incident) => sum + incident.updates.length, 0);
  const all = [...page, ...things, ...(updates > 0 ? [counted(updates, "update")] : [])];
  const first = all.length > 0 ? `Read: ${all.join(", ")}.` : "Read: nothing.";
  const notes = (Object.keys(noteTitles) as MoveNote["kind"][]).flatMap((kind) => {
    const own = document.notes.filter((note) => note.kind === kind);
    if (own.length === 0) return [];
    const more = own.length - maxNotesOfKind;
    const lines = own.slice(0, maxNotesOfKind).map(noteLine);
    return [
      `${noteTitles[kind]} (${own.length}):`,
      ...lines,
      ...(more > 0 ? [`  and ${more} more, in the preview`] : []),
    ];
  });
  return [first, ...notes];
}

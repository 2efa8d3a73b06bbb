import type { SnapshotIncident, SnapshotMaintenance, SnapshotUpdate } from "./snapshot-document";

/** Bytes of each part of a page's snapshot as JSON in UTF-8 (docs/protocols.md, "Publish"). */
export const maxSnapshotPartBytes = 500_000;

const encoder = new TextEncoder();
const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

interface DocumentEvents {
  incidents: SnapshotIncident[];
  maintenances: SnapshotMaintenance[];
}

/** A part of a snapshot with its own events; `home` also has those of the last days. */
type CuttableDocument = DocumentEvents & { recent?: DocumentEvents };

/** Returns true when a story in a document is complete: no body of it was cut. */
export const isEventComplete = (story: { cut?: true; updates: readonly { cut?: true }[] }): boolean =>
  !story.cut && story.updates.every((each) => !each.cut);

/** Returns how much of a text is kept, by its id: all, no body, or nothing (an update only). */
type TextRetentionRule = (id: string) => "whole" | "cut" | "none";

/** A text that occurs in one or more places of the document. */
interface DocumentText {
  id: string;
  at: number;
  /**
   * Bytes of its bodies, and of all of it without a comma, which the last item of a list lacks (0 when it is no
   * update).
   */
  body: number;
  whole: number;
}

function updates(list: readonly SnapshotUpdate[], keep: TextRetentionRule): SnapshotUpdate[] {
  return list.flatMap((each): SnapshotUpdate[] => {
    const kept = keep(each.id);
    if (kept === "none") return [];
    return [kept === "whole" || each.cut ? each : { ...each, html: "", text: "", cut: true }];
  });
}

const storiesWith = ({ incidents, maintenances }: DocumentEvents, keep: TextRetentionRule): DocumentEvents => ({
  incidents: incidents.map((each) => ({ ...each, updates: updates(each.updates, keep) })),
  maintenances: maintenances.map((each) => {
    const whole = keep(each.id) === "whole" || (each.html === "" && each.text === "");
    const body = whole || each.cut ? {} : { html: "", text: "", cut: true as const };
    return { ...each, ...body, updates: updates(each.updates, keep) };
  }),
});

function withTexts<T extends CuttableDocument>(document: T, keep: TextRetentionRule): T {
  const recent = document.recent ? { recent: storiesWith(document.recent, keep) } : {};
  return { ...document, ...storiesWith(document, keep), ...recent };
}

/** Returns all texts, newest first, each once with the bytes of all its places. */
function textsOf(document: CuttableDocument): DocumentText[] {
  const texts = new Map<string, DocumentText>();
  const add = (at: number, { id, html, text }: { id: string; html: string; text: string }, whole: number) => {
    const known = texts.get(id) ?? { id, at, body: 0, whole: 0 };
    texts.set(id, { ...known, body: known.body + bytesOf([html, text]), whole: known.whole + whole });
  };
  for (const { incidents, maintenances } of [document, ...(document.recent ? [document.recent] : [])]) {
    for (const story of [...incidents, ...maintenances]) {
      for (const each of story.updates) add(each.shownAt, each, bytesOf(each));
    }
    for (const each of maintenances) add(each.createdAt, each, 0);
  }
  return [...texts.values()].sort((one, other) => other.at - one.at || (other.id < one.id ? -1 : 1));
}

/** Returns the first texts that fit into the budget; the first that does not fit and all after it are left out. */
function fitting(texts: readonly DocumentText[], size: (text: DocumentText) => number, budget: number): Set<string> {
  let left = budget;
  const end = texts.findIndex((text) => {
    left -= size(text);
    return left < 0;
  });
  return new Set((end < 0 ? texts : texts.slice(0, end)).map(({ id }) => id));
}

/** Used when the document is too large even without bodies: leaves out the oldest updates entirely. */
function dropOldest<T extends CuttableDocument>(document: T, over: number): T {
  const texts = textsOf(document).filter(({ whole }) => whole > 0);
  const total = texts.reduce((sum, { whole }) => sum + whole, 0);
  const kept = fitting(texts, ({ whole }) => whole, total - over);
  return withTexts(document, (id) => (kept.has(id) ? "cut" : "none"));
}

/** Returns the document in at most `limit` bytes: the newest bodies complete, older ones cut and marked as such. */
export function cutDocumentToSize<T extends CuttableDocument>(document: T, limit = maxSnapshotPartBytes): T {
  if (bytesOf(document) <= limit) return document;
  const bare = withTexts(document, () => "cut");
  const budget = limit - bytesOf(bare);
  if (budget < 0) return dropOldest(bare, -budget);
  const kept = fitting(textsOf(document), ({ body }) => body, budget);
  return withTexts(document, (id) => (kept.has(id) ? "whole" : "cut"));
}

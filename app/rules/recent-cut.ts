import type { RecentDocument, RecentUpdate } from "./recent-document";

/** Bytes of the document as JSON in UTF-8. */
export const recentLimit = 500_000;

const encoder = new TextEncoder();
const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

/** What is kept of each text, by its id: all, no body, or nothing (an update only). */
type Keep = (id: string) => "whole" | "cut" | "none";

interface Text {
  id: string;
  at: number;
  html: string;
  text: string;
}

function updates(list: readonly RecentUpdate[], keep: Keep): RecentUpdate[] {
  return list.flatMap((each): RecentUpdate[] => {
    const kept = keep(each.id);
    if (kept === "none") return [];
    return [kept === "whole" || each.cut ? each : { ...each, html: "", text: "", cut: true }];
  });
}

const withTexts = (document: RecentDocument, keep: Keep): RecentDocument => ({
  ...document,
  incidents: document.incidents.map((each) => ({ ...each, updates: updates(each.updates, keep) })),
  maintenances: document.maintenances.map((each) => {
    const whole = keep(each.id) === "whole" || (each.html === "" && each.text === "");
    const body = whole || each.cut ? {} : { html: "", text: "", cut: true as const };
    return { ...each, ...body, updates: updates(each.updates, keep) };
  }),
});

/** All bodies, newest first. */
function textsOf({ incidents, maintenances }: RecentDocument): { updates: Text[]; all: Text[] } {
  const own = maintenances.map(({ id, createdAt, html, text }) => ({ id, at: createdAt, html, text }));
  const said = [...incidents, ...maintenances].flatMap((each) =>
    each.updates.map(({ id, shownAt, html, text }) => ({ id, at: shownAt, html, text })),
  );
  const newestFirst = (one: Text, other: Text) => other.at - one.at || (other.id < one.id ? -1 : 1);
  return { updates: said.sort(newestFirst), all: [...said, ...own].sort(newestFirst) };
}

/** So many of the first as fit into the budget: the first that does not, and all after it, are left. */
function fitting<T>(rows: readonly T[], size: (row: T) => number, budget: number): T[] {
  let left = budget;
  const end = rows.findIndex((row) => {
    left -= size(row);
    return left < 0;
  });
  return end < 0 ? [...rows] : rows.slice(0, end);
}

/** Even without bodies too large: the oldest updates are left out whole. */
function dropOldest(document: RecentDocument, over: number, limit: number): RecentDocument {
  const { updates: said } = textsOf(document);
  const find = new Map(
    [...document.incidents, ...document.maintenances].flatMap((each) => each.updates.map((one) => [one.id, one])),
  );
  const size = ({ id }: Text) => bytesOf(find.get(id)) + 1;
  const total = said.reduce((sum, each) => sum + size(each), 0);
  const kept = new Set(fitting(said, size, Math.min(total - over, limit)).map(({ id }) => id));
  return withTexts(document, (id) => (kept.has(id) ? "cut" : "none"));
}

/** The document in at most `limit` bytes: the newest bodies whole, older ones cut, each with the mark that it is. */
export function cutToSize(document: RecentDocument, limit = recentLimit): RecentDocument {
  if (bytesOf(document) <= limit) return document;
  const bare = withTexts(document, () => "cut");
  const budget = limit - bytesOf(bare);
  if (budget < 0) return dropOldest(bare, -budget, limit);
  const { all } = textsOf(document);
  const kept = new Set(fitting(all, (each) => bytesOf([each.html, each.text]), budget).map(({ id }) => id));
  return withTexts(document, (id) => (kept.has(id) ? "whole" : "cut"));
}

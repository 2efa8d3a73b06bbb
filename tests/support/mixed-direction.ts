import type { Snapshot, SnapshotIncident, SnapshotMaintenance } from "~/status-page/rules/snapshot-document";

/** A text by people, whose letters run one way, and the letters of the surrounding words, which run the other. */
export interface Writing {
  /** Ends in a mark that moves unless it is isolated. */
  written: string;
  own: RegExp;
  around: RegExp;
}

export const hebrew: Writing = { written: "תשלומים (בטא)!", own: /[\u0590-\u05ff]/, around: /\p{Script=Latin}/u };
export const latin: Writing = { written: "Qyxpay (beta)!", own: /Qyx/, around: /\p{Script=Arabic}/u };

const html = (text: string) => `<p>${text}</p>`;

/** Returns a change that puts this text everywhere on a page where people can write. */
export function writtenIn({ written }: Writing): (snapshot: Snapshot) => Snapshot {
  const named = <Each extends { name: string }>(each: Each): Each => ({ ...each, name: written });
  const told = <Each extends { updates: SnapshotIncident["updates"] }>(each: Each): Each => ({
    ...each,
    updates: each.updates.map((update) => ({
      ...update,
      html: html(written),
      text: written,
      changes: update.changes.map(named),
    })),
  });
  const incident = (each: SnapshotIncident): SnapshotIncident => ({
    ...told(each),
    title: written,
    components: each.components.map(named),
  });
  const work = (each: SnapshotMaintenance): SnapshotMaintenance => ({
    ...told(each),
    title: written,
    ...("html" in each ? { html: html(written), text: written } : {}),
    components: each.components.map(named),
  });
  return (snapshot) => ({
    ...snapshot,
    page: {
      ...named(snapshot.page),
      about: written,
      links: (snapshot.page.links ?? []).map((link) => ({ ...link, label: written })),
    },
    components: snapshot.components.map(named),
    groups: snapshot.groups.map(named),
    incidents: snapshot.incidents.map(incident),
    maintenances: snapshot.maintenances.map(work),
    recent: {
      incidents: snapshot.recent.incidents.map(incident),
      maintenances: snapshot.recent.maintenances.map(work),
    },
  });
}

/** Parts that are no text of the page; a code to copy is kept in its order by its field. */
const unseen = /<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<textarea[^>]* readonly[^>]*>[^<]*<\/textarea>/g;
const parts = /<(\/?)([a-z][\w-]*)([^>]*?)(\/?)>|([^<]+)/gi;
const empty = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"]);
const heard = /\s(?:aria-label|title|alt|content|label|placeholder)="([^"]*)"/g;

/** Removes names within isolating marks (UAX #9), which keep their place. */
const outsideMarks = (text: string): string => text.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, "");

interface Open {
  tag: string;
  isolates: boolean;
  text: string;
}

/** Returns true when a name is neither alone, nor between marks, nor in an element of its own. */
const isMixed = (line: string, { own, around }: Writing) => own.test(line) && around.test(line);

/** Checks each line, because each is a paragraph of its own (UAX #9). */
export const isFault = (text: string, writing: Writing): boolean =>
  outsideMarks(text)
    .split("\n")
    .some((line) => isMixed(line, writing));

/**
 * Returns names in a document that are among words of the other direction without isolation. In an isolating element,
 * or in an attribute, a name must be alone; anywhere else it must be marked.
 */
export function looseNames(document: string, writing: Writing): string[] {
  const found: string[] = [];
  const stack: Open[] = [{ tag: "", isolates: false, text: "" }];
  const last = () => stack[stack.length - 1] as Open;
  const close = () => {
    const { tag, isolates, text } = stack.pop() as Open;
    if (isolates && isFault(text, writing)) found.push(`<${tag}> ${text}`);
    if (!isolates) last().text += text;
  };
  for (const [, ending, tag = "", attributes = "", alone, text] of document.replaceAll(unseen, "").matchAll(parts)) {
    if (text !== undefined) {
      last().text += text;
      const isolated = stack.some((each) => each.isolates);
      if (!isolated && last().tag !== "title" && writing.own.test(outsideMarks(text))) found.push(text);
      continue;
    }
    if (ending) {
      while (stack.length > 1 && last().tag !== tag) close();
      if (stack.length > 1) close();
      continue;
    }
    for (const [, value = ""] of attributes.matchAll(heard)) if (isFault(value, writing)) found.push(value);
    const isolates = alone === "" && (/^(bdi|title|text)$/.test(tag) || /\bdir="auto"/.test(attributes));
    if (!alone && !empty.has(tag)) stack.push({ tag, isolates, text: "" });
  }
  return [...new Set(found)];
}

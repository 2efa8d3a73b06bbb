/** A typed list of components, one on each line, below the line of their group, which ends with a colon. */
export interface GroupedComponentLines {
  /** Null for no group. */
  group: string | null;
  names: string[];
}

const bullet = /^\s*[-*•]\s+/;

/**
 * Parses the list in the order typed. A group that occurs twice is one group, and a group without components is kept.
 */
export function parseComponentLines(text: string): GroupedComponentLines[] {
  const found = new Map<string | null, string[]>([[null, []]]);
  let group: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const name = line.replace(bullet, "").trim().replaceAll(/\s+/g, " ");
    if (/[^:：][:：]$/.test(name)) {
      group = name.slice(0, -1).trim();
      if (!found.has(group)) found.set(group, []);
    } else if (name !== "") found.get(group)?.push(name);
  }
  return [...found]
    .map(([key, names]) => ({ group: key, names }))
    .filter((each) => each.group !== null || each.names.length > 0);
}

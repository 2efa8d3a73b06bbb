import { type CodeLine, codeLines } from "./code-lines";

/** Number of lines of a passage. */
const long = 6;
/** A shape that occurs in more places than this is an agreed form of this project, not a copy. */
const formOfTheHouse = 8;

export interface Passage {
  path: string;
  from: number;
  to: number;
}

export interface Twins {
  one: Passage;
  other: Passage;
  /** Exact, or with other names and values. */
  alike: "text" | "shape";
}

interface File {
  path: string;
  lines: CodeLine[];
}

interface Place {
  file: number;
  line: number;
}

const signs = (shape: string) => shape.match(/\w+|[^\s\w]/g)?.length ?? 0;

/**
 * Returns false for lists (of fields, columns, elements), whose lines are alike; closing brackets and `return` do not
 * count.
 */
function saysSomething(window: readonly CodeLine[]): boolean {
  const shapes = window.map(({ shape }) => shape);
  return new Set(shapes).size >= long - 1 && shapes.reduce((sum, shape) => sum + signs(shape), 0) >= 50;
}

/** Returns every passage of six lines with the places where it occurs. */
function placesOf(files: readonly File[], keyOf: (window: readonly CodeLine[]) => string | null): Place[][] {
  const places = new Map<string, Place[]>();
  for (const [file, { lines }] of files.entries()) {
    for (let line = 0; line + long <= lines.length; line += 1) {
      const key = keyOf(lines.slice(line, line + long));
      if (key === null) continue;
      const known = places.get(key);
      if (known) known.push({ file, line });
      else places.set(key, [{ file, line }]);
    }
  }
  return [...places.values()].filter(({ length }) => length > 1);
}

/**
 * Returns every two places of each list, with the distance between them, so that a longer common passage is one pair.
 */
function pairs(places: readonly Place[][]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const list of places) {
    for (const [index, one] of list.entries()) {
      for (const other of list.slice(index + 1)) {
        if (one.file === other.file && other.line - one.line < long) continue;
        const key = `${one.file} ${other.file} ${other.line - one.line}`;
        found.set(key, [...(found.get(key) ?? []), one.line]);
      }
    }
  }
  return found;
}

/** Returns first and last start of passages that overlap or touch, which together are one longer passage. */
function runs(starts: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const start of [...starts].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && start <= last[1] + long) last[1] = start;
    else found.push([start, start]);
  }
  return found;
}

function passage({ path, lines }: File, first: number, last: number): Passage {
  return { path, from: lines[first]?.number ?? 0, to: lines[last + long - 1]?.number ?? 0 };
}

function twinsAt(files: readonly File[], found: Map<string, number[]>, alike: Twins["alike"]): Twins[] {
  return [...found].flatMap(([key, starts]) => {
    const [one = 0, other = 0, distance = 0] = key.split(" ").map(Number);
    return runs(starts).map(([first, last]) => ({
      one: passage(files[one] as File, first, last),
      other: passage(files[other] as File, first + distance, last + distance),
      alike,
    }));
  });
}

/** Returns passages that occur twice. Two that are partly identical are one pair, named by the identical part. */
export function twinsIn(sources: readonly { path: string; text: string }[]): Twins[] {
  const files = sources.map(({ path, text }) => ({ path, lines: codeLines(path, text) }));
  const texts = pairs(placesOf(files, (window) => window.map(({ text }) => text).join("\n")));
  const shapes = pairs(
    placesOf(files, (window) => (saysSomething(window) ? window.map(({ shape }) => shape).join("\n") : null)).filter(
      ({ length }) => length <= formOfTheHouse,
    ),
  );
  for (const key of texts.keys()) shapes.delete(key);
  return [...twinsAt(files, texts, "text"), ...twinsAt(files, shapes, "shape")];
}

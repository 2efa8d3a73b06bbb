import { replaceCodePoint } from "entities/decode";

/** Characters by their names without `&` and `;`, and the names that HTML accepts without a semicolon. */
interface EntityTable {
  characters: ReadonlyMap<string, string>;
  open: ReadonlySet<string>;
}

/**
 * Packs HTML's named characters (https://html.spec.whatwg.org/entities.json): by code point, each as the distance to the
 * one before, a second code point, and its names; `!` marks a name that needs no semicolon. It is half as long,
 * compressed, as the tree of the library `entities`.
 */
export function packEntities(table: Readonly<Record<string, string>>): string {
  const names = new Map<string, string[]>();
  for (const [entity, characters] of Object.entries(table)) {
    if (!entity.endsWith(";")) continue;
    const name = entity.slice(1, -1);
    const marked = Object.hasOwn(table, `&${name}`) ? `${name}!` : name;
    names.set(characters, [...(names.get(characters) ?? []), marked]);
  }
  const points = (characters: string) => [...characters].map((each) => each.codePointAt(0) ?? 0);
  const rows = [...names].map(([characters, all]) => ({ points: points(characters), all }));
  rows.sort((a, b) => (a.points[0] ?? 0) - (b.points[0] ?? 0) || (a.points[1] ?? 0) - (b.points[1] ?? 0));
  let before = 0;
  return rows
    .map(({ points: [first = 0, ...more], all }) => {
      const distance = [first - before, ...more].map((each) => each.toString(36)).join(".");
      before = first;
      return [distance, ...all].join(" ");
    })
    .join("\n");
}

function unpackEntities(packed: string): EntityTable {
  const characters = new Map<string, string>();
  const open = new Set<string>();
  let point = 0;
  for (const row of packed.split("\n")) {
    const [distance = "", ...names] = row.split(" ");
    const [first = 0, ...more] = distance.split(".").map((each) => Number.parseInt(each, 36));
    point += first;
    for (const marked of names) {
      const name = marked.replace("!", "");
      characters.set(name, String.fromCodePoint(point, ...more));
      if (marked !== name) open.add(name);
    }
  }
  return { characters, open };
}

const numeric = (digits: string, radix: number) =>
  String.fromCodePoint(replaceCodePoint(Math.min(Number.parseInt(digits, radix), 0x11_00_00)));

/** Returns the longest beginning of a text that is a name without a semicolon, replaced; the text when there is none. */
function openEntity(text: string, { characters, open }: EntityTable): string {
  for (let end = text.length; end > 1; end--) {
    const name = text.slice(0, end);
    if (open.has(name)) return `${characters.get(name)}${text.slice(end)}`;
  }
  return `&${text}`;
}

/** Returns the two functions of `entities` that the worker needs; the table is unpacked at first use. */
export function makeEntityDecoders(packed: string) {
  let unpacked: EntityTable | undefined;
  const table = () => {
    unpacked ??= unpackEntities(packed);
    return unpacked;
  };
  return {
    /** Replaces entities that end with a semicolon. */
    decodeHTMLStrict: (text: string): string =>
      text.replaceAll(
        /&(?:#x([\da-f]+)|#(\d+)|([a-z][a-z\d]*));/gi,
        (whole, hex?: string, decimal?: string, name = "") => {
          if (hex !== undefined || decimal !== undefined)
            return numeric(hex ?? decimal ?? "", hex === undefined ? 10 : 16);
          return table().characters.get(name) ?? whole;
        },
      ),
    /** Replaces entities as browsers do in texts: some need no semicolon. */
    decodeHTML: (text: string): string =>
      text.replaceAll(
        /&(?:#x([\da-f]+);?|#(\d+);?|([a-z][a-z\d]*)(;?))/gi,
        (_whole, hex?: string, decimal?: string, name = "", end = "") => {
          if (hex !== undefined || decimal !== undefined)
            return numeric(hex ?? decimal ?? "", hex === undefined ? 10 : 16);
          const closed = end === ";" ? table().characters.get(name) : undefined;
          return closed ?? openEntity(`${name}${end}`, table());
        },
      ),
  };
}

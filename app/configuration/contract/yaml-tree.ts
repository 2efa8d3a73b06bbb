import { type Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { FilePlace } from "../rules/configuration-types";
import {
  ConfigurationErrorList,
  type PlacedEntry,
  type PlacedMap,
  type PlacedValue,
  UnreadableFileError,
} from "./placed-value";
import { fillVariables, type VariableLookup } from "./variables";

export const maxConfigurationFileBytes = 5 * 1024 * 1024;
const maxDepth = 40;
/** Aliases may multiply the values of a file only so far. */
const maxAliasCount = 2000;
const maxValues = 500_000;
const mergeKey = "<<";

/** A file says neither YAML 1.1 nor a tag of its own: `yes` is a text, and dates stay texts. */
const options = { schema: "core", resolveKnownTags: false, uniqueKeys: false, prettyErrors: false } as const;

/** Brackets beyond any real file would exhaust the parser. */
function isTooDeep(text: string): boolean {
  let [depth, deepest] = [0, 0];
  for (const char of text) {
    if (char === "[" || char === "{") deepest = Math.max(deepest, ++depth);
    else if (char === "]" || char === "}") depth = Math.max(0, depth - 1);
  }
  return deepest > 200 || /(?:[-?:][ \t]+){40}/.test(text);
}

/** One reading of a text: its places, its anchors, and how much it has grown. */
class TreeReader {
  readonly errors = new ConfigurationErrorList();
  private readonly anchors = new Map<string, Node>();
  private readonly open = new Set<Node>();
  private aliases = 0;
  private values = 0;

  constructor(
    private readonly text: string,
    private readonly lines: LineCounter,
    private readonly lookup: VariableLookup,
  ) {}

  place(offset: number): FilePlace {
    const { line, col } = this.lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }

  private placeOf(node: Node | null): FilePlace {
    return this.place(node?.range?.[0] ?? 0);
  }

  /** Follows an alias to what it stands for, as it was defined before. */
  private target(node: Node): Node {
    if (!isAlias(node)) {
      const { anchor } = node as { anchor?: string };
      if (anchor) this.anchors.set(anchor, node);
      return node;
    }
    const found = this.anchors.get(node.source);
    if (++this.aliases > maxAliasCount)
      throw new UnreadableFileError(`A file may have at most ${maxAliasCount} aliases.`, this.placeOf(node));
    if (!found)
      throw new UnreadableFileError(`There is no anchor &${node.source} above this alias.`, this.placeOf(node));
    if (this.open.has(found))
      throw new UnreadableFileError(`The alias *${node.source} contains itself.`, this.placeOf(node));
    return found;
  }

  read(given: Node | null, at: FilePlace, depth = 0): PlacedValue {
    const node = given ? this.target(given) : null;
    const place = given ? this.placeOf(given) : at;
    if (depth > maxDepth) throw new UnreadableFileError(`A file is nested at most ${maxDepth} levels deep.`, place);
    if (++this.values > maxValues) throw new UnreadableFileError("The aliases of the file make it too large.", place);
    if (!node) return { type: "scalar", value: null, source: "", isFilled: false, place };
    if (isScalar(node)) return this.scalar(node, place);
    this.open.add(node);
    const value: PlacedValue = isMap(node)
      ? this.map(node, place, depth)
      : { type: "list", items: this.items(node, place, depth), place };
    this.open.delete(node);
    return value;
  }

  private items(node: Node, place: FilePlace, depth: number): PlacedValue[] {
    if (!isSeq(node)) return [];
    return node.items.map((item) => {
      if (isPair(item)) throw new UnreadableFileError("A field stands where an item of a list is expected.", place);
      return this.read(item as Node | null, place, depth + 1);
    });
  }

  private scalar(node: Node & { value?: unknown; source?: string; type?: string }, place: FilePlace): PlacedValue {
    const value = node.value as string | number | boolean | null;
    const source = node.source ?? String(value ?? "");
    if (typeof value === "number" && !Number.isFinite(value))
      return { type: "scalar", value: source, source, isFilled: false, place };
    if (typeof value !== "string") return { type: "scalar", value, source, isFilled: false, place };
    const filled = fillVariables(value, this.lookup);
    for (const { message, letters } of filled.faults) this.errors.add(message, this.placeWithin(node, letters, place));
    return {
      type: "scalar",
      value: filled.text,
      source: filled.text,
      isFilled: filled.hasVariable,
      isMissing: filled.faults.length > 0,
      place,
    };
  }

  /** Returns the place of letters of a text; that of its beginning where they are written in another way. */
  private placeWithin(node: Node, letters: string, place: FilePlace): FilePlace {
    const [start, end] = node.range ?? [0, 0];
    const found = this.text.indexOf(letters, start);
    return found >= 0 && found < end ? this.place(found) : place;
  }

  private map(node: Node, place: FilePlace, depth: number): PlacedMap {
    const entries: PlacedEntry[] = [];
    const merged: PlacedEntry[] = [];
    const seen = new Map<string, FilePlace>();
    for (const { key, value } of isMap(node) ? node.items : []) {
      const keyNode = key as Node | null;
      const keyPlace = keyNode ? this.placeOf(keyNode) : place;
      const name = this.keyText(keyNode, keyPlace);
      const read = this.read(value as Node | null, keyPlace, depth + 1);
      if (name === mergeKey) merged.push(...this.mergedEntries(read));
      else if (seen.has(name)) this.twice(name, keyPlace, seen.get(name));
      else entries.push({ key: name, keyPlace, value: read });
      seen.set(name, seen.get(name) ?? keyPlace);
    }
    // A field of its own wins over a merged one, and the first merged one over others.
    const others = new Map(merged.toReversed().map((entry) => [entry.key, entry]));
    return { type: "map", entries: [...entries, ...[...others.values()].filter(({ key }) => !seen.has(key))], place };
  }

  private twice(name: string, place: FilePlace, first: FilePlace | undefined) {
    const before = first ? ` in line ${first.line}, column ${first.column}` : "";
    this.errors.add(`“${name}” stands here twice: it is already${before}.`, place);
  }

  private keyText(node: Node | null, place: FilePlace): string {
    const key = node ? this.target(node) : null;
    if (key && isScalar(key) && key.value !== null)
      return typeof key.value === "string" ? key.value : (key.source ?? "");
    throw new UnreadableFileError("A key is a short text.", place);
  }

  private mergedEntries(value: PlacedValue): readonly PlacedEntry[] {
    if (value.type === "map") return value.entries;
    if (value.type === "list") return value.items.flatMap((item) => this.mergedEntries(item));
    this.errors.add("“<<” takes an alias of fields, such as *defaults.", value.place);
    return [];
  }
}

export interface YamlFileTree {
  /** Null = the file is empty. */
  root: PlacedValue | null;
  errors: ConfigurationErrorList;
}

/** Returns the first fault of the syntax as a sentence; the faults after it mostly follow from it. */
function syntaxFault({ code, message, pos }: Document["errors"][number], text: string): string {
  if (code === "MULTIPLE_DOCS") return "A file has one document: remove the second “---”.";
  const lineStart = text.lastIndexOf("\n", pos[0] - 1) + 1;
  const isVariable = text.slice(lineStart, pos[0] + 2).includes("${");
  const hint = isVariable ? " Within { } and [ ] a value with a variable needs quotes." : "";
  return `This is not YAML: ${message.replace(/\.?$/, ".")}${hint}`;
}

function treeOf(document: Document, text: string, reader: TreeReader): YamlFileTree {
  const [fault] = document.errors;
  if (fault) reader.errors.add(syntaxFault(fault, text), reader.place(fault.pos[0]));
  const { contents } = document;
  const isReadable = !fault && contents !== null;
  return { root: isReadable ? reader.read(contents as Node, { line: 1, column: 1 }) : null, errors: reader.errors };
}

/** Reads the text of a file as YAML, with the place of everything in it. Never throws. */
export function readYamlTree(text: string, lookup: VariableLookup): YamlFileTree {
  const lineCounter = new LineCounter();
  const reader = new TreeReader(text, lineCounter, lookup);
  const start = { line: 1, column: 1 };
  const refused = (message: string, place: FilePlace | null): YamlFileTree => {
    reader.errors.add(message, place);
    return { root: null, errors: reader.errors };
  };
  if (new TextEncoder().encode(text).length > maxConfigurationFileBytes)
    return refused("A file has at most 5 MB.", start);
  if (isTooDeep(text)) return refused("The file is nested too deeply.", start);
  try {
    return treeOf(parseDocument(text, { ...options, lineCounter, logLevel: "error" }), text, reader);
  } catch (error) {
    if (error instanceof UnreadableFileError) return refused(error.message, error.place);
    if (error instanceof RangeError) return refused("The file is nested too deeply.", start);
    throw error;
  }
}

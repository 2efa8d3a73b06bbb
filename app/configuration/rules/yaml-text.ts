import type { ConfiguredValue } from "./configuration-types";
import { isValueObject } from "./configured-values";

/** A value, or entries in an order that an object does not keep, because it puts numbers first. */
export type YamlValue = ConfiguredValue | YamlEntries | { readonly [name: string]: YamlValue };
export type YamlEntries = ReadonlyMap<string, YamlValue>;

/** Longest list that is written on one line. */
const maxFlowChars = 90;

/** Letters that are a text without quotes wherever they stand, as YAML 1.1 and 1.2 read them. */
const plainText = /^[A-Za-z_][A-Za-z0-9_./@-]*(?: [A-Za-z0-9_./@-]+)*$/;
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** A dollar that begins a variable, or another dollar, is doubled. */
const escapeVariables = (text: string): string => text.replaceAll(/\$(?=[${])/g, "$$$$");

/** Letters that JSON leaves as they are and YAML forbids, or takes for the end of a line. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(unprintable, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

function scalarText(value: string | number | boolean | null): string {
  if (typeof value !== "string") return String(value);
  const text = escapeVariables(value);
  return plainText.test(text) && !reserved.test(text) ? text : quoted(text);
}

const isScalar = (value: YamlValue): value is string | number | boolean | null =>
  typeof value !== "object" || value === null;

/** Returns a value on one line. */
function flowText(value: ConfiguredValue): string {
  if (isScalar(value)) return scalarText(value);
  if (Array.isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  const parts = Object.entries(value).map(([key, each]) => `${scalarText(key)}: ${flowText(each)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

const isBlockText = (value: YamlValue): value is string =>
  typeof value === "string" &&
  /^[^\s].*\n/.test(value) &&
  !/[^\n\t\x20-\x7e\u00a0-\u1fff\u2070-\ud7ff]|[ \t](?:\n|$)/.test(value);

function trailingLineEnds(text: string): number {
  let ends = 0;
  while (text.at(-1 - ends) === "\n") ends += 1;
  return ends;
}

/** Returns a text of several lines as it is read. */
function blockText(text: string, indent: string): string[] {
  const ends = trailingLineEnds(text);
  const mark = ends === 0 ? "|-" : ends === 1 ? "|" : "|+";
  const lines = escapeVariables(ends > 0 ? text.slice(0, -1) : text).split("\n");
  return [mark, ...lines.map((line) => (line === "" ? "" : `${indent}${line}`))];
}

function listLines(list: readonly ConfiguredValue[], indent: string): string[] {
  return list.map((each) => `${indent}- ${flowText(each)}`);
}

function entryLines([key, value]: [string, YamlValue], indent: string): string[] {
  const head = `${indent}${scalarText(key)}:`;
  const deeper = `${indent}  `;
  if (isBlockText(value)) {
    const [mark, ...lines] = blockText(value, deeper);
    return [`${head} ${mark}`, ...lines];
  }
  if (!isPlain(value)) return [head, ...mapLines(value, deeper)];
  const flow = isScalar(value) || Array.isArray(value) || isSmall(value) ? flowText(value) : null;
  if (flow !== null && (isScalar(value) || flow.length + indent.length <= maxFlowChars)) return [`${head} ${flow}`];
  return [head, ...(Array.isArray(value) ? listLines(value, deeper) : mapLines(value as object, deeper))];
}

const isMap = (value: object): value is YamlEntries => value instanceof Map;

/** False for a value in which entries may stand. */
const isPlain = (value: YamlValue): value is ConfiguredValue => isScalar(value) || !isMap(value);

/** Small parts of a thing, such as a named secret, stand on its line. */
const isSmall = (value: ConfiguredValue): boolean =>
  isValueObject(value) && Object.keys(value).length <= 1 && Object.values(value).every(isScalar);

const mapLines = (map: object, indent: string): string[] =>
  (isMap(map) ? [...map] : Object.entries(map as { readonly [name: string]: YamlValue })).flatMap((entry) =>
    entryLines(entry, indent),
  );

/** Returns a value as YAML, which a file's reader reads as the same value. */
export const yamlText = (value: YamlEntries | { readonly [name: string]: YamlValue }): string =>
  `${mapLines(value, "").join("\n")}\n`;

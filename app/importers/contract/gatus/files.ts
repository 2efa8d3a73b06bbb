import { foreignRecord, foreignText, isForeignRecord } from "../foreign-values";
import type { OriginFile, OriginResult } from "../origin";
import { originRefusal } from "../origin-texts";
import { parseOriginYaml } from "../origin-yaml";

/** Text whose variables are filled in as far as they are known, and the names of those that are not. */
export interface GatusFilledText {
  text: string;
  unset: string[];
}

const variable = /\$\$|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g;

/** Fills in `$NAME` and `${NAME}` from the choices named `$NAME`; an unset one stays as it is written. */
export function fillGatusVariables(text: string, choices: Readonly<Record<string, string>>): GatusFilledText {
  const unset = new Set<string>();
  const filled = text.replace(variable, (found, braced?: string, bare?: string) => {
    if (found === "$$") return "$";
    const name = braced ?? bare ?? "";
    if (Object.hasOwn(choices, `$${name}`)) return choices[`$${name}`] ?? "";
    unset.add(name);
    return found;
  });
  return { text: filled, unset: [...unset] };
}

/** Returns the name of the unset variables that a value contains. */
export function gatusVariablesIn(value: unknown, unset: readonly string[]): string[] {
  const found = [...(JSON.stringify(value) ?? "").matchAll(variable)].map(([, braced, bare]) => braced ?? bare);
  return unset.filter((name) => found.includes(name));
}

type Config = Record<string, unknown>;

/** Merges as Gatus does: members deeply, lists one after the other. Returns the path of a value that is set twice. */
function mergeInto(to: Config, from: Config, path = ""): string | null {
  for (const [name, value] of Object.entries(from)) {
    const [place, before] = [path === "" ? name : `${path}.${name}`, Object.hasOwn(to, name) ? to[name] : undefined];
    if (before === undefined) to[name] = structuredClone(value);
    else if (Array.isArray(before) && Array.isArray(value)) to[name] = [...before, ...value];
    else if (isForeignRecord(before) && isForeignRecord(value)) {
      const twice = mergeInto(before, value, place);
      if (twice !== null) return twice;
    } else if (before !== value) return place;
  }
  return null;
}

/** Returns the documents within a ConfigMap of Kubernetes, or the document itself. */
function withinConfigMap(path: string, value: unknown): OriginResult<Config[]> {
  const document = foreignRecord(value);
  if (document.kind !== "ConfigMap") return { ok: true, value: [document] };
  const documents: Config[] = [];
  for (const [name, text] of Object.entries(foreignRecord(document.data))) {
    if (!yamlName.test(name)) continue;
    const read = parseOriginYaml(`${path} (data.${name})`, foreignText(text));
    if (!read.ok) return read;
    documents.push(foreignRecord(read.value));
  }
  return { ok: true, value: documents };
}

export interface GatusConfig {
  config: Config;
  unset: string[];
}

const yamlName = /\.ya?ml$/i;

/** Reads all files as one configuration. */
export function readGatusFiles(
  files: readonly OriginFile[],
  choices: Readonly<Record<string, string>>,
): OriginResult<GatusConfig> {
  const ours = files.filter(({ path }) => yamlName.test(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  if (ours.length === 0) return originRefusal("not_this_origin", "No file ends in .yaml or .yml.");
  const [config, unset]: [Config, Set<string>] = [{}, new Set()];
  for (const { path, text } of ours) {
    const filled = fillGatusVariables(text, choices);
    const parsed = parseOriginYaml(path, filled.text);
    const read = parsed.ok ? withinConfigMap(path, parsed.value) : parsed;
    if (!read.ok) return read;
    for (const name of filled.unset) unset.add(name);
    for (const document of read.value) {
      const twice = mergeInto(config, document);
      if (twice !== null) return originRefusal("broken", `${path}: ${twice} is set in another file too.`);
    }
  }
  return { ok: true, value: { config, unset: [...unset] } };
}

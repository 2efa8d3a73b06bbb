import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { NounDefinition } from "../../app/nouns.ts";
import { root } from "../setup/install.mjs";

type Texts = Readonly<Record<string, string>>;
type Tree = Record<string, Texts>;

const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));

/** Merges texts: known keys keep their place, new ones come last. */
const withTexts = (known: Texts = {}, told: Texts): Texts => ({ ...known, ...told });

/** Merges texts of a group that only nouns fill, so keys that no noun has are removed. */
const onlyTexts = (known: Texts = {}, told: Texts): Texts =>
  Object.fromEntries(Object.entries(withTexts(known, told)).filter(([key]) => Object.hasOwn(told, key)));

const merged = (nouns: readonly NounDefinition[], textsOf: (noun: NounDefinition) => Texts): Texts =>
  Object.assign({}, ...nouns.map(textsOf));

const ofSearch = (tree: Tree, nouns: readonly NounDefinition[]): Tree => ({
  ...tree,
  kind: withTexts(
    tree.kind,
    merged(nouns, ({ search }) => (search ? { [search.kind]: search.called } : {})),
  ),
  action: withTexts(
    tree.action,
    merged(nouns, ({ ways = [] }) => Object.fromEntries(ways.map(({ name, called }) => [name, called]))),
  ),
});

const ofFrame = (tree: Tree, nouns: readonly NounDefinition[]): Tree => ({
  ...tree,
  place: withTexts(
    tree.place,
    merged(nouns, ({ menu }) => (menu && "area" in menu ? { [menu.name]: menu.called } : {})),
  ),
});

const ofDone = (tree: Tree, nouns: readonly NounDefinition[]): Tree => ({
  ...tree,
  done: onlyTexts(
    tree.done,
    merged(nouns, ({ done = {} }) => done),
  ),
});

/** Sentences by keys such as `template_create`, because keys are not nested. */
const actionsOf = ({ name, audit }: NounDefinition): Texts =>
  Object.fromEntries(
    Object.entries(audit?.actions ?? {}).map(([action, text]) => [`${audit?.prefix ?? name}_${action}`, text]),
  );

const ofAudit = (tree: Tree, nouns: readonly NounDefinition[]): Tree => ({
  ...tree,
  action: onlyTexts(tree.action, merged(nouns, actionsOf)),
  subject: onlyTexts(
    tree.subject,
    merged(nouns, ({ name, audit }): Texts => (audit?.called === undefined ? {} : { [name]: audit.called })),
  ),
});

const actor = "{{actor}} is who did it: a person’s name, or a text of group actor.";

function auditNotes(notes: Texts, nouns: readonly NounDefinition[]): Texts {
  const told = Object.keys(merged(nouns, actionsOf)).map((key): [string, string] => [`action.${key}`, actor]);
  const kept = Object.entries(notes).filter(
    ([key]) => !key.startsWith("action.") || told.some(([name]) => name === key),
  );
  return { ...Object.fromEntries(kept), ...Object.fromEntries(told) };
}

const ofRefusals = (tree: Tree, nouns: readonly NounDefinition[]): Tree => ({
  ...tree,
  ...Object.fromEntries(
    nouns.flatMap(({ name, refusals }) => (refusals ? [[name, onlyTexts(tree[name], refusals.texts)]] : [])),
  ),
});

const refusalNotes = (notes: Texts, nouns: readonly NounDefinition[]): Texts => ({
  ...notes,
  ...merged(nouns, ({ name, refusals }): Texts => {
    if (!refusals) return {};
    const own = Object.entries(refusals.notes ?? {}).map(([key, note]) => [`${name}.${key}`, note]);
    return { [name]: refusals.about, ...Object.fromEntries(own) };
  }),
});

const written = <Content>(path: string, change: (known: Content, nouns: readonly NounDefinition[]) => Content) => ({
  path,
  textOf: (nouns: readonly NounDefinition[]) => `${JSON.stringify(change(read(path), nouns), null, 2)}\n`,
});

const all = [
  written("app/search/desk/words/en.json", ofSearch),
  written("app/ui/frame/words/en.json", ofFrame),
  written("app/ui/done/words/en.json", ofDone),
  written("app/audit/desk/words/en.json", ofAudit),
  written("app/audit/desk/words/notes.json", auditNotes),
  written("app/failures/words/en.json", ofRefusals),
  written("app/failures/words/notes.json", refusalNotes),
];

/** Catalogues of rooms that mention all nouns, with their English, because translators and browsers read it there. */
export const cataloguesOfNouns = (nouns: readonly NounDefinition[]): [path: string, text: string][] =>
  all.map(({ path, textOf }) => [path, textOf(nouns)]);

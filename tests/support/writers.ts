import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesOf, kindOf } from "./kinds";
import { root } from "./sources";
import { declaredBy, type Node, nameOf, treeOf } from "./syntax";
import { nodesIn } from "./syntax-nodes";

interface Unit {
  file: string;
  /** Top-level name → the names that it mentions. */
  mentions: Map<string, Set<string>>;
  /** Local name → its origin, as `file#name`. */
  imports: Map<string, string>;
}

const app = join(root, "app");

const filesIn = (...kinds: string[]): string[] => filesOf(...kinds).map((path) => path.slice("app/".length));

const isVerb = (key: string): boolean => kindOf(`app/${key.replace(/#.*/, "")}.ts`) === "verbs";

/** Resolves a module: `./attach` in `alerts/several-alerts.ts` → `alerts/attach`. */
function moduleOf(from: string, name: string): string {
  if (name.startsWith("~/")) return name.slice(2);
  return join(from, "..", name).replace(/\.ts$/, "");
}

const identifiers = (node: Node): Set<string> =>
  new Set(
    nodesIn(node).flatMap((each) => (each.type === "Identifier" || each.type === "JSXIdentifier" ? each.name : [])),
  );

function noteImport(unit: Unit, node: Node): void {
  if (node.type !== "ImportDeclaration") return;
  const module = moduleOf(unit.file, node.source.value);
  for (const each of node.specifiers) {
    if (each.type !== "ImportSpecifier" || each.importKind === "type") continue;
    const { imported, local } = each;
    unit.imports.set(local.name, `${module}#${imported.type === "Literal" ? imported.value : imported.name}`);
  }
}

/** Notes what a function reads when it runs: `const { name } = await import("./module")`. */
function noteLazyImports(unit: Unit, program: Node): void {
  for (const node of nodesIn(program)) {
    if (node.type !== "VariableDeclarator" || node.id.type !== "ObjectPattern") continue;
    const module = node.init?.type === "AwaitExpression" ? node.init.argument : null;
    if (module?.type !== "ImportExpression" || module.source.type !== "Literal") continue;
    const from = moduleOf(unit.file, String(module.source.value));
    for (const each of node.id.properties) {
      // Under another name it is an entrance of the platform, which runs other use cases and is none.
      if (each.type !== "Property" || each.key.type !== "Identifier" || !each.shorthand) continue;
      unit.imports.set(each.key.name, `${from}#${each.key.name}`);
    }
  }
}

function noteMentions(unit: Unit, statement: Node): void {
  for (const node of declaredBy(statement)) {
    const name = nameOf(node);
    if (name !== null) unit.mentions.set(name, identifiers(node));
  }
}

function unitOf(file: string): Unit {
  const unit: Unit = { file, mentions: new Map(), imports: new Map() };
  const { program } = treeOf(file, readFileSync(join(app, file), "utf8"));
  noteLazyImports(unit, program);
  for (const statement of program.body) {
    noteImport(unit, statement);
    noteMentions(unit, statement);
  }
  return unit;
}

const keyOf = (unit: Unit, name: string): string =>
  unit.imports.get(name) ?? `${unit.file.replace(/\.tsx?$/, "")}#${name}`;

/** Returns the verbs that each file of these kinds calls, as `noun/verb#name`. */
export const calledUseCases = (kinds: readonly string[]): [file: string, useCases: string[]][] =>
  filesIn(...kinds).map((file) => [file, [...unitOf(file).imports.values()].filter(isVerb).sort()]);

/**
 * Returns every use case that writes audited rows and is called by a route, a program's address or a job, as
 * `noun/verb#name`: those that reach `commit` of app/commit/commit, through any number of functions.
 */
export function auditedUseCases(): string[] {
  const units = filesIn("verbs").map(unitOf);
  const writing = new Set(["commit/commit#commitPlan"]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const unit of units) {
      for (const [name, mentioned] of unit.mentions) {
        const key = keyOf(unit, name);
        if (writing.has(key) || ![...mentioned].some((each) => writing.has(keyOf(unit, each)))) continue;
        writing.add(key);
        grown = true;
      }
    }
  }
  const callers = filesIn("desk", "ui", "views", "api", "door", "top").map(unitOf);
  const called = new Set(callers.flatMap(({ imports }) => [...imports.values()]));
  return [...writing].filter((key) => called.has(key) && isVerb(key)).sort();
}

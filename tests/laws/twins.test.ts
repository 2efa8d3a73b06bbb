import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { kindOf } from "../support/kinds";
import { isTest, root } from "../support/sources";
import { type Passage, type Twins, twinsIn } from "../support/twins";

/**
 * Fixtures are what others sent; catalogues of words and what a noun is (`noun.ts`, held to be data by nouns.test.ts) are
 * lists by nature; migrations and SQL are no TypeScript.
 */
const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path) && !/^tests\/fixtures\/|\/noun\.ts$/.test(path);

const sources = ["app", "agent", "server", "scripts", "tests"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter(isCode)
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

const place = ({ path, from, to }: Passage) => `${path}:${from}-${to}`;

const twins = twinsIn(sources);
const named = ({ one, other, alike }: Twins) => `${place(one)} ~ ${place(other)} (${alike})`;

test("at most 150 passages of six lines stand twice", () => {
  const tooMany = twins.length > 150 ? [`${twins.length} twins`, ...twins.map(named)] : [];
  expect(tooMany).toEqual([]);
});

/** The lists of docs/architecture.md "Accepted duplication": folders whose files are alike on purpose. */
const kinds = (readFileSync(join(root, "docs/architecture.md"), "utf8").split("## Accepted duplication")[1] ?? "")
  .split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("- "))
  .map((line) => [...(line.split(":")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, word]) => word));

const folderOf = (path: string) => {
  if (isTest(path)) return "tests";
  return path.startsWith("app/") ? (kindOf(path) ?? "app") : (path.split("/")[0] ?? "");
};

test("docs/architecture.md says of each why it stays", () => {
  const unexplained = twins.filter(
    ({ one, other }) =>
      !kinds?.some((kind) => kind.includes(folderOf(one.path)) && kind.includes(folderOf(other.path))),
  );
  expect(unexplained.map(named)).toEqual([]);
});

describe("the finder", () => {
  const passage = `
export function price(order: Order): number {
  const lines = order.lines.filter((line) => !line.isFree);
  const sum = lines.reduce((total, line) => total + line.price * line.count, 0);
  if (sum > order.limit) throw new Error("more than the customer may order");
  const rebate = order.customer.isRegular ? sum * 0.05 : 0;
  return Math.round(sum - rebate);
}`;
  const file = (path: string, text: string) => ({ path, text });
  const found = (...texts: string[]) => twinsIn(texts.map((text, index) => file(`${index}.ts`, text)));

  test("names both places of a passage that stands twice", () => {
    const [twins, ...more] = found(passage, `const other = 1;\n${passage}`);
    expect(more).toEqual([]);
    expect(twins).toEqual({
      one: { path: "0.ts", from: 2, to: 7 },
      other: { path: "1.ts", from: 3, to: 8 },
      alike: "text",
    });
  });

  test("knows a copy by its shape when names, words and numbers are others", () => {
    const renamed = passage
      .replaceAll("line", "post")
      .replaceAll("sum", "weight")
      .replace("0.05", "0.1")
      .replace("more than the customer may order", "too heavy");
    expect(found(passage, renamed).map(({ alike }) => alike)).toEqual(["shape"]);
  });

  test("looks past comments, blank lines and brackets that stand alone", () => {
    const spaced = passage
      .replaceAll(";\n", ";\n\n  // Why this is so.\n")
      .replace("(order: Order)", "(\n  order: Order,\n)");
    expect(found(passage, passage.replaceAll(";\n", "; // here too\n\n  /** And why. */\n"))).toHaveLength(1);
    expect(found(spaced, spaced.replace("// Why this is so.", ""))).toHaveLength(1);
  });

  test("finds a passage that stands twice in one file", () => {
    expect(found(`${passage}\n${passage}`)).toHaveLength(1);
  });

  test("leaves out imports, however many are the same", () => {
    const imports = ["a", "b", "c", "d", "e", "f", "g"]
      .map((name) => `import { ${name} } from "./${name}";`)
      .join("\n");
    expect(found(imports, imports)).toEqual([]);
  });

  test("leaves out lists, statements of SQL and what is alike by accident", () => {
    const list = (word: string) =>
      ["a", "b", "c", "d", "e", "f", "g"].map((at) => `  ${word}${at}: text("${at}").notNull(),`);
    expect(found(`const one = {\n${list("x").join("\n")}\n};`, `const two = {\n${list("y").join("\n")}\n};`)).toEqual(
      [],
    );
    const statement = "const rows = sql`\n  select a,\n  b,\n  c,\n  d,\n  e,\n  f\n  from g`;";
    expect(found(statement, statement)).toEqual([]);
    const short = (name: string) => `while (${name}) {\n${name}();\nif (${name}) {\nbreak;\n} else {\ncontinue;\n}\n}`;
    expect(found(short("one"), short("two"))).toEqual([]);
  });

  test("leaves out a shape that more places have than could be copies", () => {
    const places = Array.from({ length: 9 }, (_, index) => passage.replaceAll("line", `line${index}`));
    expect(found(...places)).toEqual([]);
    expect(found(...places.slice(0, 3))).toHaveLength(3);
  });
});

import { type BenchTable, tableMarkdown } from "./table.ts";

/** A block's first line is the command that measures it, and names it. No block reaches into another. */
const block = /<!-- measured by: npm run bench -- --([a-z-]+) -->\n(?:(?!<!--)[\s\S])*\n<!-- end -->/g;

/** Returns the names of the sections that a command writes, in the order of the document. */
export const sectionNamesIn = (document: string): string[] =>
  [...document.matchAll(block)].map(([, name = ""]) => name);

/**
 * Returns the document with the tables of one section and the line below them replaced. Throws for a section that it
 * does not have, and for a table without rows, because an empty table would hide the figures of the last run.
 */
export function documentWithSection(
  document: string,
  name: string,
  tables: readonly BenchTable[],
  circumstances: string,
): string {
  const known = sectionNamesIn(document);
  if (!known.includes(name)) throw new Error(`There is no section ${name}; there are ${known.join(", ")}.`);
  if (tables.length === 0 || tables.some(({ rows }) => rows.length === 0))
    throw new Error(`Nothing was measured for a table of ${name}, so that the section stays as it is.`);
  const content = [...tables.map(tableMarkdown), circumstances].join("\n\n");
  return document.replace(block, (whole, found) =>
    found === name ? `<!-- measured by: npm run bench -- --${name} -->\n${content}\n<!-- end -->` : whole,
  );
}

import { allNameFindings, findingCountsByFolder, type NameFindingKind, nameFindingKinds } from "./findings.ts";

/**
 * `npm run plain-names [-- --list]`: counts names and comments that say nothing, a line for each figure. With `--list`
 * each finding follows with its path and line. tests/laws/plain-names.test.ts holds the figures to a list that only shrinks.
 */
const showsList = process.argv.includes("--list");
const findings = allNameFindings();

for (const [figure, title] of Object.entries(nameFindingKinds)) {
  const counts = findingCountsByFolder(findings, figure as NameFindingKind);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const folders = Object.entries(counts).map(([folder, count]) => `${folder} ${count}`);
  console.log(`${String(total).padStart(5)} ${title} (${folders.join(", ")})`);
  if (!showsList) continue;
  for (const { path, line, text } of findings.filter((each) => each.figure === figure))
    console.log(`      ${path}:${line} ${text}`);
}

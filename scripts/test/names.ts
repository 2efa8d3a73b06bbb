import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/install.mjs";

/**
 * Compares the tests of another checkout's last whole run with ours: `npm run names -- FOLDER` lists those missing on
 * either side, by their names and how often each occurs, in any file. Exits with 1 when one is missing.
 */
interface Report {
  testResults: { assertionResults: { fullName: string }[] }[];
}

function namesIn(folder: string): Map<string, number> {
  const reports = globSync(".cache/test-*.json", { cwd: folder });
  if (reports.length === 0) throw new Error(`${folder} has no report of a run: npm test there first.`);
  const counts = new Map<string, number>();
  for (const file of reports) {
    const { testResults } = JSON.parse(readFileSync(join(folder, file), "utf8")) as Report;
    for (const { fullName } of testResults.flatMap((each) => each.assertionResults))
      counts.set(fullName, (counts.get(fullName) ?? 0) + 1);
  }
  return counts;
}

const lacking = (some: Map<string, number>, others: Map<string, number>): string[] =>
  [...some].filter(([name, count]) => (others.get(name) ?? 0) < count).map(([name]) => name);

const [folder] = process.argv.slice(2);
if (!folder || !existsSync(folder)) {
  console.error("npm run names -- FOLDER: a checkout in which npm test has run, as it has here.");
  process.exit(2);
}
const [theirs, ours] = [namesIn(folder), namesIn(root)];
const [missing, more] = [lacking(theirs, ours), lacking(ours, theirs)];
for (const name of more) console.log(`+ ${name.slice(0, 200)}`);
for (const name of missing) console.log(`- ${name.slice(0, 200)}`);
console.log(`${missing.length} missing, ${more.length} more`);
process.exit(missing.length === 0 ? 0 : 1);

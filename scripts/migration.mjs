import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePackages, run } from "./setup/install.mjs";

/**
 * Makes the next migration: `npm run migration -- --name what`, and records its name as the schema's version. Of drizzle's
 * snapshots of the schema only the newest is kept, as it reads no other.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "migrations/meta");

const writeLists = () => run(process.execPath, [join(root, "scripts/nouns.mjs")]);

await ensurePackages();
await writeLists();
const code = await run(process.execPath, [
  join(root, "node_modules/drizzle-kit/bin.cjs"),
  "generate",
  ...process.argv.slice(2),
]);
const pictures = readdirSync(folder).filter((name) => name.endsWith("_snapshot.json"));
for (const name of pictures.sort().slice(0, -1)) rmSync(join(folder, name));
process.exit(code === 0 ? await writeLists() : code);

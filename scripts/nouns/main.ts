import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/install.mjs";

/**
 * `npm run nouns`: writes what follows from `app/nouns.ts` and has to stand in a file, as it is code or a catalogue. The
 * other lists work it out where they are read (docs/decisions/0028). A law compares.
 */
await import("../test/modules/register.ts");
const nouns = Object.values(await import("../../app/nouns.ts"));
const { generatedFilesOfNouns: filesOfNouns } = await import("./files-of-nouns.ts");

for (const [path, text] of filesOfNouns(nouns)) {
  const place = join(root, path);
  if (readFileSync(place, "utf8") === text) continue;
  writeFileSync(place, text);
  console.log(`${path}: written`);
}

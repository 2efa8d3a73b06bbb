import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/install.mjs";
import { moduleReplacements } from "../test/modules/load.ts";
import "../test/modules/register.ts";
import { removedDefences } from "./defence.ts";
import { textWithSeededFault } from "./seeded-fault.ts";

/** First import of a test's process: it loads one file without its defence. `?defence=` is its place in the list. */
const place = new URL(import.meta.url).searchParams.get("defence");

/**
 * The commands load the application as one bundle, which ignores this list; here Node loads it as it does for the tests.
 */
const reader = join(root, "server/state/application-module.ts");
const direct = { file: reader, from: "join(root, bundlePathOf(path));", to: "join(root, path);", test: "", name: "" };
moduleReplacements.set(reader, textWithSeededFault(readFileSync(reader, "utf8"), direct));

const removed = place === null ? undefined : removedDefences[Number(place)];
if (removed) {
  const path = join(root, removed.file);
  moduleReplacements.set(path, textWithSeededFault(readFileSync(path, "utf8"), removed));
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/install.mjs";
import { instead } from "../test/modules/load.ts";
import "../test/modules/register.ts";
import { defences } from "./defence.ts";
import { seeded } from "./seeded-fault.ts";

/** What a test's process imports first: it reads one file without its defence. `?defence=` is its place in the list. */
const place = new URL(import.meta.url).searchParams.get("defence");
const removed = place === null ? undefined : defences[Number(place)];
if (removed) {
  const path = join(root, removed.file);
  instead.set(path, seeded(readFileSync(path, "utf8"), removed));
}

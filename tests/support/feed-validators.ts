import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "./child";
import { requireProgram } from "./programs";

const schema = fileURLToPath(new URL("../fixtures/feeds/atom.rng", import.meta.url));

function complaints(program: string, args: readonly string[], text: string): string[] {
  const file = join(temporaryFolder("feed"), "feed.xml");
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(requireProgram(program), [...args, file], { encoding: "utf8" });
  if (status === 0) return [];
  const said = `${stdout}${stderr}`.split("\n").filter((line) => line !== "" && !line.startsWith("[warning]"));
  return said.length > 0 ? said : [`${program} ended with ${status}`];
}

/** Returns xmllint's complaints about an Atom feed, also by the schema of RFC 4287. */
export const atomComplaints = (text: string): string[] =>
  complaints("xmllint", ["--noout", "--nonet", "--relaxng", schema], text);

/** Returns xmllint's complaints; it resolves no entities and makes no requests. */
export const xmlComplaints = (text: string): string[] => complaints("xmllint", ["--noout", "--nonet"], text);

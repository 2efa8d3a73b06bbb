import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./child";

/** A call of node:fs whose first argument is the path. */
export interface Moment {
  call: "mkdirSync" | "renameSync" | "rmSync" | "rmdirSync";
  path: string;
}

/**
 * Returns environment for a program: right before its first such call on the path, another program runs to its end.
 * That one's output and exit code are in the first one's output, after `meanwhile:`.
 */
export function meanwhile({ call, path }: Moment, program: string, args: readonly string[]): { NODE_OPTIONS: string } {
  const file = join(temporaryFolder("meanwhile"), "meanwhile.mjs");
  const text = `
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const call = fs.${call};
fs.${call} = (path, ...rest) => {
  if (path !== ${JSON.stringify(path)}) return call(path, ...rest);
  fs.${call} = call;
  syncBuiltinESMExports();
  const env = { ...process.env, NODE_OPTIONS: "" };
  const { status, stdout, stderr } = spawnSync(${JSON.stringify(program)}, ${JSON.stringify(args)}, { env, encoding: "utf8" });
  console.log("meanwhile: " + JSON.stringify({ status, said: stdout + stderr }));
  return call(path, ...rest);
};
syncBuiltinESMExports();
`;
  writeFileSync(file, text);
  return { NODE_OPTIONS: `--import ${file}` };
}

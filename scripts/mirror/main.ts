import { MirrorError } from "./options.ts";
import { runMirrorTool } from "./run.ts";

try {
  const { lines } = await runMirrorTool(process.argv.slice(2), Date.now());
  for (const line of lines) console.log(line);
} catch (error) {
  const known = error instanceof MirrorError;
  console.error(known ? `${error.message} Nothing was changed.` : error);
  process.exitCode = 1;
}

import { mirrorPage } from "./mirror.ts";
import { MirrorError, readMirrorOptions } from "./options.ts";

const limits = { files: 2000, bytes: 200_000_000 };

try {
  const options = readMirrorOptions(process.argv.slice(2));
  const { files, of, leftOut } = await mirrorPage(options, Date.now(), limits);
  console.log(`${options.folder}: ${files} files of ${of}.`);
  if (leftOut.length > 0) console.log(`Left out, as the copy is full: ${leftOut.length}, listed in mirror.json.`);
} catch (error) {
  const known = error instanceof MirrorError;
  console.error(known ? `${error.message} Nothing was changed.` : error);
  process.exitCode = 1;
}

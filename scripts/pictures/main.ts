import { root, run } from "../setup/install.mjs";

/** Draws docs/images/*.webp, a sheet for each surface; names select sheets by their title. */
const names = process.argv.slice(2);

await run(
  process.execPath,
  [
    `${root}/node_modules/vitest/vitest.mjs`,
    "run",
    "--project",
    "pictures",
    ...(names.length > 0 ? ["--testNamePattern", names.join("|")] : []),
  ],
  { cwd: root, stdio: "inherit" },
);

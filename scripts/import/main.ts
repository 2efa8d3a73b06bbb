import { ImportToolError } from "./options.ts";

/**
 * `npm run import`: reads a page of another product on this machine, and sends it to a deployment as a move document.
 * The readers are those of the app, compiled when they are loaded, so nothing has to be built.
 */
await import("../test/modules/register.ts");
const { runImportTool } = await import("./run.ts");

try {
  await runImportTool(process.argv.slice(2), process.env);
} catch (error) {
  console.error(error instanceof ImportToolError ? error.message : error);
  process.exitCode = 1;
}

import { runRestoreCommand } from "./restore-command.ts";

if (!(await runRestoreCommand(process.argv.slice(2), process.env))) process.exitCode = 1;

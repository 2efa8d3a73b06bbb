import { runBackupCommand } from "./backup-command.ts";

if (!(await runBackupCommand(process.argv.slice(2), process.env))) process.exitCode = 1;

import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./start/backup.ts", import.meta.url));

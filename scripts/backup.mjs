import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("../server/backup.ts", import.meta.url));

import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./start/restore.ts", import.meta.url));

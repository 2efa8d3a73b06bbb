import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("../server/restore.ts", import.meta.url));

import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./start/main.ts", import.meta.url));

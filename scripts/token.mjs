import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./start/token.ts", import.meta.url));

import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./check/main.ts", import.meta.url));

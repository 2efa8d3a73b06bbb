import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./import/main.ts", import.meta.url));

import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./cli/main.ts", import.meta.url));

import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./move/main.ts", import.meta.url));

import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./release/main.ts", import.meta.url));

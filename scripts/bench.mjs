import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./bench/main.ts", import.meta.url));

import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./image/main.ts", import.meta.url));

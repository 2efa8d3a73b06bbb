import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./test/main.ts", import.meta.url));

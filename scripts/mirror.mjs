import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./mirror/main.ts", import.meta.url));

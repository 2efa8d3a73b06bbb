import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./pictures/main.ts", import.meta.url));

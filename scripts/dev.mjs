import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./dev/main.ts", import.meta.url));

import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./mutations/main.ts", import.meta.url));

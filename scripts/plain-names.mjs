import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./plain-names/main.ts", import.meta.url));

import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./nouns/main.ts", import.meta.url));

import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./test/names.ts", import.meta.url));

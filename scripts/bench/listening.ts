import { startListener } from "../../server/listener/listener.ts";

/** Runs only the front door, in a process of its own: prints its address, and ends with its input. */

const target = new URL(process.argv[2] ?? "");
const options = { port: 0, host: "127.0.0.1", trustedProxies: [], testCf: false, target: () => target };
const { port } = await startListener(options);
console.log(port);
process.stdin.on("end", () => process.exit(0)).resume();

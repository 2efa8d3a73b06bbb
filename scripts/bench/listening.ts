import { startListener } from "../../server/listener/listener.ts";

/** The front door alone, in a process of its own: its address is printed, and it ends with its input. */
const target = new URL(process.argv[2] ?? "");
const options = { port: 0, host: "127.0.0.1", trustedProxies: [], testCf: false, target: () => target };
const { port } = await startListener(options);
console.log(port);
process.stdin.on("end", () => process.exit(0)).resume();

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { AgentCheckOutcome } from "./look";

const run = promisify(execFile);

interface PingError {
  code?: string | number;
  stderr?: string;
}

function troubleOf({ code, stderr = "" }: PingError): AgentCheckOutcome {
  if (code === "ENOENT")
    return { verdict: "unknown", code: "no_ping", detail: "The program ping is not installed where the agent runs." };
  // Exit code 2 means silence on macOS, and on Linux an error with a message.
  if (code === "ABORT_ERR" || code === 1 || (code === 2 && stderr === ""))
    return { verdict: "down", code: "timeout", detail: "No reply came in time." };
  if (/unknown|not known|resol|associated/i.test(stderr))
    return { verdict: "down", code: "unresolved", detail: "There is no such name." };
  const said = stderr.split("\n")[0]?.slice(0, 120);
  return { verdict: "unknown", code: "ping_failed", detail: `The program ping failed: ${said}` };
}

/** Sends an ICMP echo by the system's own program, which alone has the right to. `host` is entered by a person. */
export async function checkByPing(host: string, timeout: number): Promise<AgentCheckOutcome> {
  if (host.startsWith("-")) return { verdict: "unknown", code: "settings", detail: "This is no host." };
  const count = process.platform === "win32" ? "-n" : "-c";
  try {
    const { stdout } = await run("ping", [count, "1", host], { signal: AbortSignal.timeout(timeout) });
    // Windows counts “Destination host unreachable” as a reply.
    if (process.platform === "win32" && !/ttl=/i.test(stdout)) return troubleOf({ code: 1 });
    const time = /time[=<]([\d.]+) ?ms/.exec(stdout)?.[1];
    return {
      verdict: "up",
      code: "ok",
      detail: "As expected.",
      ...(time && { milliseconds: Math.round(Number(time)) }),
    };
  } catch (error) {
    return troubleOf(error as PingError);
  }
}

import { spawn } from "node:child_process";

/**
 * Ends workerd when this process is killed (kill -9): a shell waits on a pipe that the operating system closes with
 * this process. Without a shell (Windows) there is no watchdog.
 */
export function endRuntimeWithProcess(pid: number | undefined): { release(): void } {
  if (pid === undefined || process.platform === "win32") return { release() {} };
  const script = 'read -r said || kill -9 "$0" 2>/dev/null';
  const shell = spawn("/bin/sh", ["-c", script, String(pid)], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  shell.on("error", (error) => console.error(`No watchdog over the runtime: ${error.message}`));
  shell.unref();
  shell.stdin.on("error", () => undefined);
  return {
    release: () => {
      shell.stdin.end("done\n");
    },
  };
}

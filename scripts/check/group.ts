import { type ChildProcess, spawn } from "node:child_process";
import { setPriority } from "node:os";
import { root } from "../setup/install.mjs";

const running = new Set<ChildProcess>();
let closed = false;

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Runs a program in a process group of its own, so that ending it also ends everything that it has started, however
 * that handles signals; `niceness` is the priority left to others, 0 to 19. Resolves to its exit code; never once all
 * groups are being ended.
 */
export function runProcessGroup(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  niceness = 0,
): Promise<number> {
  return new Promise((resolve, reject) => {
    if (closed) return;
    const options = { cwd: root, stdio: "inherit", detached: true, env: { ...process.env, ...env } } as const;
    const child = spawn(command, args, options);
    running.add(child);
    if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness);
    child.once("error", reject);
    child.once("exit", (code) => {
      running.delete(child);
      signal(child, "SIGKILL");
      resolve(code ?? 1);
    });
  });
}

/** Ends all groups: with SIGTERM first, killed after `patience` ms. */
export async function endProcessGroups(patience: number): Promise<void> {
  closed = true;
  for (const child of running) signal(child, "SIGTERM");
  const end = Date.now() + patience;
  while (running.size > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const child of running) signal(child, "SIGKILL");
}

import { readFileSync } from "node:fs";

/** Returns the parent of a process, or null when it cannot be determined. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}

/** npm runs us through a shell: when npm dies the shell gets another parent. */
const lineage = () => `${process.ppid} ${parentOf(process.ppid)}`;

/**
 * Calls back once, with the reason, when this process should end: by a signal, or because the npm (or the script) that
 * started it is gone. npm's SIGTERM reaches only its shell, and an orphan would run forever.
 */
export function onEnding(callback) {
  let told = false;
  const end = (reason) => {
    if (told) return;
    told = true;
    callback(reason);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(signal));
  if (process.channel) process.once("disconnect", () => end("disconnect"));
  else if (process.env.npm_lifecycle_event || process.env.UPFRONT_ENDS_WITH_PARENT) {
    const first = lineage();
    setInterval(() => lineage() !== first && end("orphan"), 250).unref();
  }
}

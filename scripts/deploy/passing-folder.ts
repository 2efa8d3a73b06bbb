import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isOtherProcessAlive } from "../../server/backup/other-process.ts";

const shape = /^upfront-passing-(\d+)-\w{6}$/;

/** Removes folders of this user's killed processes, which may contain secrets. */
function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = shape.exec(name) ?? [];
    if (!pid || Number(pid) === process.pid || isOtherProcessAlive(Number(pid))) continue;
    const path = join(parent, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() && found.uid === process.getuid?.()) rmSync(path, { recursive: true, force: true });
  }
}

/** Provides a temporary folder, removed afterwards: also after Ctrl-C, and by the next run after a kill. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  removeLeft(tmpdir());
  const folder = mkdtempSync(join(tmpdir(), `upfront-passing-${process.pid}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    return await work(folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
}

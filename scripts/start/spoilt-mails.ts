import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A mail may have been under way by chance when the runtime ended: once is no proof. */
const mostEnds = 2;
const keptFor = 30 * 24 * 3_600_000;

/**
 * Remembers, in files of the state folder, during which mails the runtime ended: such a mail is refused for good, or its
 * sender would send it again for days. A file is there while its mail is under way, and stays if no answer came.
 */
export class SpoiltMails {
  private readonly folder: string;

  constructor(stateFolder: string, now: number) {
    this.folder = join(stateFolder, "spoilt-mails");
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.folder)) {
      const path = join(this.folder, name);
      if (statSync(path).mtimeMs < now - keptFor) rmSync(path, { force: true });
    }
  }

  isSpoilt(message: Uint8Array): boolean {
    return this.ends(this.pathOf(message)) >= mostEnds;
  }

  /** Throws what `work` throws: no answer came. */
  async watch<T>(message: Uint8Array, work: () => Promise<T>): Promise<T> {
    const path = this.pathOf(message);
    const before = this.ends(path);
    writeFileSync(path, String(before + 1), { mode: 0o600 });
    const answer = await work();
    rmSync(path, { force: true });
    return answer;
  }

  private pathOf(message: Uint8Array): string {
    return join(this.folder, createHash("sha256").update(message).digest("hex"));
  }

  private ends(path: string): number {
    return existsSync(path) ? Number.parseInt(readFileSync(path, "utf8"), 10) || 0 : 0;
  }
}

import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { dayMs } from "../../app/time/durations.ts";
import { mailLimitValue } from "./mail-reached.ts";

const mailRetentionMs = 30 * dayMs;
const hashChars = 64;
const underWay = "under-way";

/**
 * Records, in files of the state folder, during which emails the runtime ended: such an email is refused permanently,
 * as its sender would repeat it for days. A single time is no proof. Emails in progress are in one open file, so that
 * an email costs two small writes, and only a spoilt one a file of its own.
 */
export class FatalMailRecord {
  private readonly folder: string;
  private readonly file: number;
  private readonly places: boolean[] = [];

  constructor(stateFolder: string, now: number) {
    this.folder = join(stateFolder, "spoilt-mails");
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.folder)) {
      const path = join(this.folder, name);
      if (name !== underWay && statSync(path).mtimeMs < now - mailRetentionMs) rmSync(path, { force: true });
    }
    const path = join(this.folder, underWay);
    // An email that was in progress when the whole process ended has no answer either.
    for (const hash of existsSync(path) ? (readFileSync(path, "utf8").match(/[0-9a-f]{64}/g) ?? []) : [])
      this.note(hash);
    this.file = openSync(path, "w", 0o600);
  }

  isSpoilt(message: Uint8Array): boolean {
    return this.ends(hashOf(message)) >= mailLimitValue("spoilt");
  }

  /** Throws the error of `work`: no answer came. */
  async watch<T>(message: Uint8Array, work: () => Promise<T>): Promise<T> {
    const hash = hashOf(message);
    const place = this.places.includes(false) ? this.places.indexOf(false) : this.places.length;
    this.write(place, hash);
    try {
      const answer = await work();
      if (this.ends(hash) > 0) rmSync(join(this.folder, hash), { force: true });
      return answer;
    } catch (error) {
      this.note(hash);
      throw error;
    } finally {
      this.write(place, null);
    }
  }

  private write(place: number, hash: string | null): void {
    this.places[place] = hash !== null;
    writeSync(this.file, hash ?? " ".repeat(hashChars), place * hashChars);
  }

  private note(hash: string): void {
    const before = this.ends(hash);
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(this.folder, hash), String(before + 1), { mode: 0o600 });
  }

  private ends(hash: string): number {
    const path = join(this.folder, hash);
    return existsSync(path) ? Number.parseInt(readFileSync(path, "utf8"), 10) || 0 : 0;
  }
}

const hashOf = (message: Uint8Array): string => createHash("sha256").update(message).digest("hex");

import { resolve } from "node:path";

/** Ends the run with one line for the person; the previous copy stays unchanged. */
export class MirrorError extends Error {}

export interface MirrorOptions {
  /** Address of the front page to read, without query and trailing slash. */
  from: URL;
  folder: string;
}

const usage = "npm run mirror -- <address of a page> <folder>";

/** Reads the options. Throws MirrorError. */
export function readMirrorOptions(args: readonly string[]): MirrorOptions {
  const [address = "", folder = "", ...more] = args;
  if (address === "" || folder === "" || more.length > 0)
    throw new MirrorError(`Say what to copy and where to: ${usage}`);
  const from = URL.parse(address);
  if (!from || !/^https?:$/.test(from.protocol)) throw new MirrorError(`${address} is no address of a page: ${usage}`);
  from.search = "";
  from.hash = "";
  from.pathname = from.pathname.replace(/(?<!\/)\/+$/, "");
  return { from, folder: resolve(folder) };
}

import { spawnSync } from "node:child_process";

/** A name space of its own, in which whoever starts it may mount, and nobody else sees what is mounted: of root, or of anybody. */
const ways = [
  ["unshare", "--user", "--map-root-user", "--mount"],
  ["unshare", "--mount"],
];

const mounts = ([program = "", ...args]: string[]): boolean =>
  spawnSync(program, [...args, "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

/** Null: this system lets nobody here do that. */
const apart = ways.find(mounts) ?? null;

export const canMount = apart !== null;

interface SmallDisk {
  /** What is on it at first. */
  from: string;
  /** Where it is mounted: an empty folder. */
  at: string;
  megabytes: number;
}

/** Goes in front of a command: it runs with a small disk mounted, which is gone when it ends. */
export const onSmallDisk = ({ from, at, megabytes }: SmallDisk): string[] => [
  ...(apart ?? []),
  "sh",
  "-c",
  `mount -t tmpfs -o size=${megabytes}m none "$1" && cp -R "$0/." "$1" && shift && exec "$@"`,
  from,
  at,
];

/** Where the disk of such a process is seen from outside. */
export const diskOf = (pid: number, at: string): string => `/proc/${pid}/root${at}`;

import { spawnSync } from "node:child_process";

/** Commands that start a mount namespace of its own, invisible to others: for root, and for any user. */
const ways = [
  ["unshare", "--user", "--map-root-user", "--mount"],
  ["unshare", "--mount"],
];

const mounts = ([program = "", ...args]: string[]): boolean =>
  spawnSync(program, [...args, "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

/** Null when this system does not allow that. */
const apart = ways.find(mounts) ?? null;

export const canMount = apart !== null;

interface SmallDisk {
  /** Initial contents of the disk. */
  from: string;
  /** The empty folder where it is mounted. */
  at: string;
  megabytes: number;
}

/** Returns a prefix for a command: it runs with a small disk mounted, which disappears when it ends. */
export const onSmallDisk = ({ from, at, megabytes }: SmallDisk): string[] => [
  ...(apart ?? []),
  "sh",
  "-c",
  `mount -t tmpfs -o size=${megabytes}m none "$1" && cp -R "$0/." "$1" && shift && exec "$@"`,
  from,
  at,
];

/** Returns the path of such a process's disk as seen from outside. */
export const diskOf = (pid: number, at: string): string => `/proc/${pid}/root${at}`;

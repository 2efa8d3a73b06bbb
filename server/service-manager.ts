import { execFile } from "node:child_process";

/** The environment in which systemd says that it wants to hear, and how often. */
type Environment = Readonly<Record<string, string | undefined>>;

/** How often systemd wants to hear that the process lives: twice as often as it asks for. Null = it does not ask. */
export function beatOf({ NOTIFY_SOCKET, WATCHDOG_USEC }: Environment): number | null {
  const microseconds = Number(WATCHDOG_USEC);
  if (!NOTIFY_SOCKET || !(microseconds > 0)) return null;
  return Math.min(2 ** 31 - 1, Math.max(1, Math.floor(microseconds / 2000)));
}

export interface ServiceManager {
  /** The deployment serves; from now on systemd hears regularly that this process lives. */
  ready(): void;
  stop(): void;
}

const silent: ServiceManager = { ready: () => undefined, stop: () => undefined };

/**
 * Tells systemd, where it asks for it, by its own program `systemd-notify`: Node opens no datagram sockets of this kind.
 * What it hears is that the event loop turns; a dead scheduler is ended by ourselves, within its own limit.
 */
export function serviceManagerOf(env: Environment): ServiceManager {
  if (!env.NOTIFY_SOCKET) return silent;
  const beat = beatOf(env);
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;
  const tell = (...words: string[]) =>
    execFile("systemd-notify", words, { timeout: 10_000 }, (error) => {
      if (error === null || hasFailed) return;
      hasFailed = true;
      console.error(
        `systemd could not be told that Upfront runs: ${error.message.trim()}. Install systemd-notify, or set Type=exec and no WatchdogSec in the unit.`,
      );
    });
  return {
    ready() {
      tell("READY=1", "WATCHDOG=1");
      if (beat !== null) timer = setInterval(() => tell("WATCHDOG=1"), beat);
    },
    stop: () => clearInterval(timer),
  };
}

import { execFile } from "node:child_process";

/** Environment in which systemd says that it wants notifications, and how often. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the interval of watchdog notifications in ms: twice as often as systemd requires. Null = not required. */
export function watchdogIntervalMs({ NOTIFY_SOCKET, WATCHDOG_USEC }: Environment): number | null {
  const microseconds = Number(WATCHDOG_USEC);
  if (!NOTIFY_SOCKET || !(microseconds > 0)) return null;
  return Math.min(2 ** 31 - 1, Math.max(1, Math.floor(microseconds / 2000)));
}

export interface ServiceManager {
  /** Reports that the deployment serves, and from then on regularly that this process is alive. */
  ready(): void;
  stop(): void;
}

const silent: ServiceManager = { ready: () => undefined, stop: () => undefined };

/**
 * Notifies systemd, if it asks for it, with its own program `systemd-notify`: Node opens no datagram sockets of this
 * kind. The notification means that the event loop runs; a dead scheduler ends the process within its own limit.
 */
export function serviceManagerOf(env: Environment): ServiceManager {
  if (!env.NOTIFY_SOCKET) return silent;
  const beat = watchdogIntervalMs(env);
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

import { recordProcessEnd } from "./listener/kept-ends.ts";
import {
  isSchedulerDead,
  newTickSilence,
  schedulerSilenceText,
  silenceChecksPerMinute,
  type TickSilence,
  tickSilenceAfterAnswer,
  tickSilenceAfterCheck,
  tickSilenceAtStart,
} from "./listener/silence-rule.ts";

/** Events that the clock reports. */
export interface SchedulerObserver {
  begun(): void;
  answered(): void;
}

export interface SchedulerWatch extends SchedulerObserver {
  /** Starts watching. */
  start(): void;
  /** Returns the scheduler's problem as a sentence; null while all is well. */
  trouble(): string | null;
  /** Resolves with the problem when the process must end, so that its supervisor starts it again. */
  ended: Promise<string>;
  stop(): void;
}

/** Returns the time of a monotonic clock, which pauses while the machine sleeps and cannot be set. */
const steadyNow = () => performance.now();

/** Watches the scheduler of one machine. `folder` keeps how often the process was ended because of it. */
export function watchScheduler(folder: string, minute: number): SchedulerWatch {
  let silence: TickSilence = newTickSilence(steadyNow());
  let timer: NodeJS.Timeout | undefined;
  let isKept = false;
  let end: (why: string) => void;
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });

  function die(): void {
    const why = schedulerSilenceText(silence);
    const because = recordProcessEnd(folder, Date.now());
    if (because === null) {
      clearInterval(timer);
      end(why);
    } else if (!isKept) {
      isKept = true;
      console.error(`${why} ${because} It stays up, and /healthz answers 503 until a tick is answered.`);
    }
  }

  return {
    begun() {
      silence = tickSilenceAtStart(silence);
    },
    answered() {
      if (isSchedulerDead(silence, minute)) console.error("The scheduler works again.");
      silence = tickSilenceAfterAnswer(silence);
      isKept = false;
    },
    start() {
      silence = newTickSilence(steadyNow());
      timer = setInterval(() => {
        silence = tickSilenceAfterCheck(silence, steadyNow(), minute);
        if (isSchedulerDead(silence, minute)) die();
      }, minute / silenceChecksPerMinute);
    },
    trouble: () => (isSchedulerDead(silence, minute) ? schedulerSilenceText(silence) : null),
    ended,
    stop: () => clearInterval(timer),
  };
}

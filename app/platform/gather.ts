import { withDatabaseTimeout } from "./database";

/** Maximum wait for the leader, in ms. It is longer than one call to the database may take. */
const waitTimeoutMs = 8000;

/**
 * Time in ms after which a leader without a result must have been ended by the platform, so that the next caller leads.
 */
const maxLeadMs = 20_000;

/** Longest time until a called leader starts, in ms. */
const maxCallMs = 2000;

/**
 * A caller that waits for its answer. A caller to which `work` gives no answer returns to the queue and is served by
 * the next leader.
 */
export interface BatchCaller<T, A> {
  readonly item: T;
  readonly isTold: boolean;
  answer(answer: A): void;
  fail(error: unknown): void;
  /** Marks it to be done alone, in its own invocation, because it failed together with others. */
  alone(): void;
}

export type BatchWork<T, A> = (places: readonly BatchCaller<T, A>[]) => Promise<void>;

interface BatchOptions<T, A> {
  work: BatchWork<T, A>;
  now(): number;
  defer(work: Promise<unknown>): void;
}

/** Thrown when no caller is left to lead: all have used up their invocation's budget. */
export class NoLeaderError extends Error {}

type BatchReply<A> = { say: "answer"; answer: A } | { say: "failure"; error: unknown } | { say: "lead" | "alone" };

function signal<W>(): { heard: Promise<W>; tell(word: W): void } {
  let tell: (word: W) => void = () => undefined;
  const heard = new Promise<W>((resolve) => {
    tell = resolve;
  });
  return { heard, tell };
}

/** The call to lead has a signal of its own, because the answer may come before the caller has taken the call. */
class WaitingPlace<T, A> implements BatchCaller<T, A> {
  isTold = false;
  hasLed = false;
  private readonly told = signal<BatchReply<A>>();
  private readonly called = signal<BatchReply<A>>();
  private hasHeard = false;

  constructor(
    readonly item: T,
    readonly weight: number,
  ) {}

  answer = (answer: A) => this.say({ say: "answer", answer });
  fail = (error: unknown) => this.say({ say: "failure", error });
  alone = () => this.say({ say: "alone" });

  lead(): void {
    this.hasLed = true;
    this.called.tell({ say: "lead" });
  }

  async heard(): Promise<BatchReply<A>> {
    const words = this.hasHeard ? [this.told.heard] : [this.told.heard, this.called.heard];
    const word = await withDatabaseTimeout(Promise.race(words), waitTimeoutMs);
    this.hasHeard ||= word.say === "lead";
    return word;
  }

  private say(word: BatchReply<A>): void {
    if (this.isTold) return;
    this.isTold = true;
    this.told.tell(word);
  }
}

interface BatchQueue<T, A> {
  waiting: WaitingPlace<T, A>[];
  /** Set when a caller is called to lead, so that no other is. */
  leader: { place: WaitingPlace<T, A>; since: number; hasBegun: boolean } | null;
}

/** Maximum number of items taken together, and their greatest total weight. */
interface BatchBounds<T> {
  most: number;
  heaviest: number;
  weigh(item: T): number;
}

function takeFrom<T, A>(line: BatchQueue<T, A>, { most, heaviest }: BatchBounds<T>): WaitingPlace<T, A>[] {
  let weight = 0;
  const heavy = line.waiting.findIndex((each, at) => {
    weight += each.weight;
    return at > 0 && weight > heaviest;
  });
  return line.waiting.splice(0, Math.min(most, heavy < 0 ? most : heavy));
}

/** Calls the next caller that has not led yet; it is served first. */
function passOn<T, A>(line: BatchQueue<T, A>, now: number): void {
  const at = line.waiting.findIndex((each) => !each.hasLed);
  const [next] = at < 0 ? [] : line.waiting.splice(at, 1);
  if (next) {
    line.waiting.unshift(next);
    line.leader = { place: next, since: now, hasBegun: false };
    next.lead();
    return;
  }
  line.leader = null;
  for (const each of line.waiting.splice(0)) each.fail(new NoLeaderError());
}

/**
 * Combines concurrent work by key. The first caller starts with everything that arrived at the same instant. Later
 * callers wait; then one of them does all waiting work in its own invocation, whose budget is unused.
 */
export function makeCallBatcher<T, A>(bounds: BatchBounds<T>) {
  const lines = new Map<string, BatchQueue<T, A>>();

  async function lead(key: string, place: WaitingPlace<T, A>, { work, now }: BatchOptions<T, A>): Promise<void> {
    const line = lines.get(key);
    if (line?.leader?.place !== place) return;
    const mine = { place, since: now(), hasBegun: true };
    line.leader = mine;
    const places = takeFrom(line, bounds);
    try {
      await work(places);
    } catch (error) {
      for (const each of places) each.fail(error);
    }
    line.waiting.unshift(...places.filter((each) => !each.isTold));
    if (line.leader !== mine) return;
    passOn(line, now());
    if (line.leader === null) lines.delete(key);
  }

  const isLed = ({ leader }: BatchQueue<T, A>, now: number) =>
    leader !== null && now >= leader.since && now - leader.since < (leader.hasBegun ? maxLeadMs : maxCallMs);

  return async function gather(key: string, item: T, leading: BatchOptions<T, A>): Promise<A> {
    const line = lines.get(key) ?? { waiting: [], leader: null };
    lines.set(key, line);
    const place = new WaitingPlace<T, A>(item, bounds.weigh(item));
    line.waiting.push(place);
    if (!isLed(line, leading.now())) passOn(line, leading.now());
    for (;;) {
      const word = await place.heard().catch((error: unknown) => {
        line.waiting = line.waiting.filter((each) => each !== place);
        throw error;
      });
      if (word.say === "answer") return word.answer;
      if (word.say === "failure") throw word.error;
      if (word.say === "lead") leading.defer(lead(key, place, leading));
      else return doneAlone(item, leading.work);
    }
  };
}

async function doneAlone<T, A>(item: T, work: BatchWork<T, A>): Promise<A> {
  const place = new WaitingPlace<T, A>(item, 0);
  await work([place]);
  if (!place.isTold) throw new NoLeaderError();
  const word = await place.heard();
  if (word.say === "answer") return word.answer;
  throw word.say === "failure" ? word.error : new NoLeaderError();
}

import { afterwards, type Ctx } from "~/platform/ctx";
import { isMailed } from "../rules/notice";
import { type Way, ways } from "../rules/ways";
import { deliverToChannels } from "./deliver";
import type { Begun } from "./job";
import { type Looked, lookAround, type Share } from "./lines";
import { enqueue, soon } from "./queue";
import { roomForMail, roomOf } from "./room";
import { beginForChannels, isForChannels, looking, sendInWay, sendMails, sendNotices } from "./send";
import { leastForTurn } from "./turn";
import { callWay, runsElsewhere } from "./way-elsewhere";

/** Below it a sending would not get anywhere in this invocation; the tick comes within a minute. */
export const leastForSender = leastForTurn + 2;
/** What is due sooner than the tick would find it is woken for by itself, in ms. */
const beforeTick = 50_000;

/** Where no queue wakes another sender, this one goes on for so many rounds and so long, in ms. */
const rounds = 30;
const patience = 15_000;

/** What is left at once, and when something is due again, as far as seen, UTC ms. */
interface Sent {
  left: boolean;
  next: number | null;
}

/** One line of the sender, mail or a way, as one round of it. */
type Line = (share: Share) => Promise<Sent>;

const nothing: Sent = { left: false, next: null };

function together(all: readonly Sent[]): Sent {
  const times = all.flatMap(({ next }) => (next === null ? [] : [next]));
  return { left: all.some(({ left }) => left), next: times.length > 0 ? Math.min(...times) : null };
}

/** Mail, then the team's channels, in an invocation that has no room for both at once. The first round has been looked for already; a way that comes up later begins at once. */
function mailLine(ctx: Ctx, first: Looked | null, begun: Set<Way>, mayTell = () => true): Line {
  let looked = first ?? undefined;
  return async (share) => {
    const { left, next, toChannels, ways } = await sendNotices(ctx, { share, ...(looked ? { looked } : {}) });
    looked = undefined;
    for (const way of ways.filter((each) => !begun.has(each))) {
      begun.add(way);
      sendBeside(ctx, way);
    }
    const channels = toChannels && mayTell() ? await deliverToChannels(ctx) : nothing;
    return { left: left || channels.left, next };
  };
}

/** Where there is room for both: the mail of its first round waits for no channel, and channels for no mailer. */
function apartLines(ctx: Ctx, looked: Looked): Line[] {
  const begun = Promise.withResolvers<readonly Begun[]>();
  let channelsAtWork = true;
  const channels: Line = async () => {
    const { left } = await deliverToChannels(ctx);
    channelsAtWork = left;
    return { left, next: null };
  };
  const toChannels = inTwo(async (share) => {
    const first = await beginForChannels(ctx, { looked, share })
      .then((sent) => {
        begun.resolve(sent.begun);
        return sent;
      })
      .finally(() => begun.resolve([]));
    const { left } = await channels(share);
    return { left: left || first.left, next: first.next };
  }, channels);
  const later = mailLine(ctx, null, new Set(looked.ways), () => !channelsAtWork);
  const mail = inTwo((share) => sendMails(ctx, { looked, share, begun: begun.promise }), later);
  return [mail, toChannels];
}

/** One round that is other than those after it. */
function inTwo(first: Line, later: Line): Line {
  let line = first;
  return (share) => {
    const now = line;
    line = later;
    return now(share);
  };
}

const wayLine =
  (ctx: Ctx, way: Way): Line =>
  (share) =>
    sendInWay(ctx, way, share);

/** Goes on while something is left at once and this invocation has time and room; where a queue is bound, the next one does. */
async function inRounds(ctx: Ctx, line: Line, share: Share): Promise<Sent> {
  const end = ctx.now() + patience;
  let sent = await line(share);
  const isAlone = ctx.bindings.WAKE === undefined;
  for (let round = 1; isAlone && sent.left && round < rounds && ctx.now() < end; round++) {
    if (share(roomForMail(ctx)) < leastForSender) return sent;
    sent = await line(share);
  }
  return sent;
}

/** Each by itself, side by side, so that one that is slow holds up no other; those that do not fit beside them follow. */
async function runLines(ctx: Ctx, lines: readonly Line[]): Promise<Sent> {
  let running = Math.max(1, Math.min(lines.length, Math.floor(roomOf(ctx) / leastForSender)));
  const share: Share = (room) => Math.floor(room / Math.max(1, running));
  const sent = await Promise.all(
    lines.slice(0, running).map((line) =>
      inRounds(ctx, line, share).finally(() => {
        running -= 1;
      }),
    ),
  );
  for (const line of lines.slice(sent.length)) {
    sent.push(roomOf(ctx) < leastForSender ? { left: true, next: null } : await inRounds(ctx, line, share));
  }
  return together(sent);
}

/** Where not all fit, another one is first each minute. */
const inTurn = <T>(all: readonly T[], now: number): T[] => {
  const first = Math.floor(now / 60_000) % Math.max(1, all.length);
  return [...all.slice(first), ...all.slice(0, first)];
};

/** In an invocation of its own, so that it has calls and connections of its own; where nobody answers, here. */
function sendBeside(ctx: Ctx, way: Way): void {
  soon(ctx, async () => {
    const called = runsElsewhere(ctx) && (await callWay(ctx, way));
    if (!called && roomOf(ctx) >= leastForSender) await runLines(ctx, [wayLine(ctx, way)]);
  });
}

const isAnythingDue = ({ notices, toChannels }: Looked) => notices.length > 0 || toChannels;

/**
 * Side by side, where both have something and every line, of `others` too, begins at once: the mail waits for what the line
 * of channels has begun, which may not be one that waits for the mail to end.
 */
function teamAndMail(ctx: Ctx, looked: Looked, others: number): Line[] {
  const { notices, toChannels } = looked;
  const both = (toChannels || notices.some(isForChannels)) && notices.some((each) => isMailed(each));
  const fits = roomOf(ctx) >= (2 + others) * leastForSender;
  return both && fits ? apartLines(ctx, looked) : [mailLine(ctx, looked, new Set(looked.ways))];
}

/** All lines in which something is due. */
async function runAll(ctx: Ctx): Promise<Sent> {
  if (roomOf(ctx) < looking) return { left: true, next: null };
  const looked = await lookAround(ctx);
  const elsewhere = runsElsewhere(ctx);
  if (elsewhere) for (const way of looked.ways) sendBeside(ctx, way);
  const inWays = elsewhere ? [] : looked.ways.map((way) => wayLine(ctx, way));
  const lines = [...(isAnythingDue(looked) ? teamAndMail(ctx, looked, inWays.length) : []), ...inWays];
  return runLines(ctx, inTurn(lines, ctx.now()));
}

/**
 * The sender's whole work in one invocation, or that of one way; wakes the next one while something is left, or goes on
 * while there is room. True when something is left.
 */
export async function runSender(given: Ctx, way: Way | null = null): Promise<boolean> {
  const ctx = afterwards(given, { kind: "machine", id: "sender" });
  const { left, next } = await (way === null ? runAll(ctx) : runLines(ctx, [wayLine(ctx, way)]));
  if (left) await enqueue(ctx, 0);
  else if (next !== null && next - ctx.now() < beforeTick) await enqueue(ctx, Math.max(1000, next - ctx.now()));
  return left;
}

/** What a sender is asked for in an invocation of its own: everything, or one way that this version knows. */
export const wayAsked = (body: unknown): Way | null => {
  const { way = null } = (body ?? {}) as { way?: string | null };
  return ways.find((each) => each === way) ?? null;
};

/** In an invocation of its own; a queue that refuses leaves it to this one. */
export async function callOrSend(ctx: Ctx): Promise<void> {
  if (!ctx.bindings.WAKE) {
    await runSender(ctx);
    return;
  }
  const refused = await enqueue(ctx, 0).then(
    () => false,
    (error) => {
      ctx.log.error("sender.queue", error);
      return true;
    },
  );
  if (refused && roomOf(ctx) >= leastForSender) await runSender({ ...ctx, bindings: withoutQueue(ctx) });
}

const withoutQueue = ({ bindings: { WAKE: _, ...rest } }: Ctx) => rest;

/**
 * After a commit that wrote notices: they leave now rather than with the next tick. By the queue where one is bound,
 * else in this invocation, after the answer, as far as it carries. Loses nothing: the rows are the truth.
 */
export function wakeSender(ctx: Ctx): void {
  if (roomOf(ctx) < 1) return;
  if (ctx.bindings.WAKE) soon(ctx, () => callOrSend(ctx));
  else if (roomOf(ctx) >= leastForSender) soon(ctx, () => runSender(ctx));
}

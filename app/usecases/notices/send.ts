import { runBatch } from "~/db/commit";
import { dueNotices, dueSiblings, lookAgain, mailState } from "~/db/queries/notice";
import { read } from "~/db/read";
import { LostRace } from "~/db/trouble";
import { afterwards, type Ctx } from "~/platform/ctx";
import { type Due, type Job, lazyPost, roomOf } from "./job";
import { type Turn, turn } from "./turn";

/** Statements for a notice besides its batches. */
const overhead = 16;

export interface SentNotices {
  /** More could be sent at once. */
  left: boolean;
  /** When something is due again, as far as seen, UTC ms. */
  next: number | null;
}

async function openJob(ctx: Ctx, now: number): Promise<{ job: Omit<Job, "post">; notices: Due[] }> {
  const [notices, siblings, [mail]] = await read(ctx, dueNotices(ctx, now), dueSiblings(ctx, now), mailState(ctx));
  return {
    notices,
    job: { ctx, siblings, mailers: mail?.mailers ?? 0, failingSince: mail?.failingSince ?? null },
  };
}

/** So that some that always fail are not all that is ever looked at, ms. */
const afterFailure = 60_000;

async function putBack({ ctx }: Job, { id }: Due, error: unknown): Promise<Turn> {
  ctx.log.error("notice.send", error, { notice: id });
  const next = ctx.now() + afterFailure;
  await runBatch(ctx, [lookAgain(id, next)]).catch((again) => ctx.log.error("notice.put_back", again, { notice: id }));
  return { end: "enough", next };
}

/** One after the other while they fit; a notice that fails harms no other and is looked at again in a minute. */
async function takeTurns(job: Job, notices: Due[]): Promise<SentNotices> {
  let left = false;
  const times: number[] = [];
  for (const due of notices) {
    if (roomOf(job.ctx) < overhead) return { left: true, next: null };
    const result = await turn(job, due).catch((error): Turn | Promise<Turn> =>
      error instanceof LostRace ? { end: "more" } : putBack(job, due, error),
    );
    if (result.end === "away") break;
    if (result.end === "more") left = true;
    else if (result.next !== null) times.push(result.next);
  }
  return { left, next: times.length > 0 ? Math.min(...times) : null };
}

/**
 * Sends what is due, as far as one invocation carries (protocols §6). Safe to call at any time and by many at once:
 * expansion is guarded, batches are leased. What is left is found by the next call.
 */
export async function sendNotices(given: Ctx): Promise<SentNotices> {
  const ctx = afterwards(given, { kind: "machine", id: "sender" });
  const { job, notices } = await openJob(ctx, ctx.now());
  const { post, close } = lazyPost(ctx);
  try {
    return await takeTurns({ ...job, post }, notices);
  } finally {
    await close();
  }
}

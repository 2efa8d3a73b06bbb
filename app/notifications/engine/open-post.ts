import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { mapTextsInRefusal, type Refusal, refusalFor, shortenRefusal } from "~/failures/refusal";
import { type MailResult, type MailSession, type OutgoingMail, untouchedMailResult } from "~/mailers/contract/contract";
import { mailerAdapterOf } from "~/mailers/kinds/known-kinds";
import {
  clearMailFailingStatement,
  type MailerRow,
  type MailerRun,
  mailDeploymentFactsQuery,
  mailersInOrderQuery,
  recordMailerRunsStatement,
  recordMailFailingStatement,
} from "~/mailers/queries/mailer";
import type { Ctx } from "~/platform/ctx";
import { maskAddressesIn } from "~/subscribers/rules/subscriber";
import { remainingInvocationBudget } from "./mail-room";

export type MailWithSenderName = Omit<OutgoingMail, "from"> & { fromName: string };

/** All mailers behind one interface; the first mailer that accepts an email sends it. */
export interface OpenMailerChain {
  /** Sends in order, by `until`, and returns one result for each email; `away` = no mailer works now. Never throws. */
  send(mails: readonly MailWithSenderName[], until?: number): Promise<MailResult[]>;
  /** Closes the connections and writes once how this run went. Never throws. */
  close(): Promise<void>;
}

/** A mailer in this run; `away` is set once it failed. */
interface OpenMailer {
  row: MailerRow;
  oneCallEach: boolean;
  sending: MailSession;
  away: Extract<MailResult, { outcome: "away" }> | null;
  run: MailerRun;
}

/**
 * Returns the adapter with its decrypted settings. If a mailer's settings cannot be decrypted the result is `away`, so
 * that the next one is tried.
 */
async function sendingOf(ctx: Ctx, row: MailerRow): Promise<MailSession> {
  const adapter = mailerAdapterOf(row.kind);
  const broken = (answer: Refusal): MailSession => ({
    send: async (mails) => mails.map(() => ({ outcome: "away", answer, retryAfter: null })),
    close: async () => undefined,
  });
  if (!adapter) return broken(refusalFor("check.unknown_mailer", { kind: row.kind }));
  const text = await ctx.secrets.open(row.settingsSealed);
  if (text === null) return broken("check.sealed");
  const settings = adapter.settings.safeParse(JSON.parse(text));
  if (!settings.success) return broken("check.incomplete");
  return adapter.open({ settings: settings.data, outbound: ctx.outbound("team"), now: ctx.now });
}

async function openWay(ctx: Ctx, row: MailerRow): Promise<OpenMailer> {
  const run = { id: row.id, sentAt: null, failedAt: null, error: null };
  const oneCallEach = mailerAdapterOf(row.kind)?.oneCallEach === true;
  return { row, oneCallEach, sending: await sendingOf(ctx, row), away: null, run };
}

/** Statements and subrequests for a connection and for the marks that the run writes. */
const mailerStatements = 3;

/** Returns how many emails a mailer with one call per email may send, besides that and the mark of the hand-over. */
const roomForEach = (ctx: Ctx): number => Math.max(0, remainingInvocationBudget(ctx) - 2 * mailerStatements);

const nobody: MailResult = { outcome: "away", answer: "check.no_mailer", retryAfter: null };

/**
 * Returns the answer showing that the mailer does not work: it is away, or the outcome of all its emails is unknown.
 */
function troubleOf(handed: readonly MailResult[]): OpenMailer["away"] {
  const away = handed.find((each) => each.outcome === "away");
  if (away) return away;
  const doubtful = handed.find((each) => each.outcome === "doubtful");
  const works = handed.some(({ outcome }) => outcome === "sent" || outcome === "refused");
  return doubtful && !works ? { outcome: "away", answer: doubtful.answer, retryAfter: null } : null;
}

function note({ now }: Ctx, way: OpenMailer, handed: readonly MailResult[]): void {
  const away = troubleOf(handed);
  if (handed.some((each) => each.outcome === "sent")) way.run.sentAt = now();
  if (!away) return;
  way.away = away;
  way.run.failedAt = now();
  // Members of every page read this text, so it must not contain addresses of another page's recipients.
  way.run.error = shortenRefusal(
    mapTextsInRefusal(away.answer, (text) => maskAddressesIn(text, "")),
    500,
  );
}

interface Load {
  mails: readonly MailWithSenderName[];
  until: number | undefined;
}

/** Sends the emails with these numbers by one mailer; returns the numbers of those that it could not accept. */
async function sendBy(ctx: Ctx, way: OpenMailer, { mails, until }: Load, numbers: number[], answers: MailResult[]) {
  const from = way.row.fromAddress;
  const fitting = way.oneCallEach ? numbers.slice(0, roomForEach(ctx)) : numbers;
  const some = fitting.map((n) => {
    const { fromName, ...mail } = mails[n] as MailWithSenderName;
    return { ...mail, from: { name: fromName, address: from } };
  });
  const handed = await way.sending.send(some, until);
  note(ctx, way, handed);
  numbers.forEach((n, index) => {
    answers[n] = index < fitting.length ? (handed[index] ?? nobody) : untouchedMailResult;
  });
  return numbers.filter((n) => answers[n]?.outcome === "away");
}

/** Returns the marks of a run: at most two statements, in one batch. */
function traces(ctx: Ctx, ways: readonly OpenMailer[], failing: boolean) {
  const runs = ways.map((way) => way.run).filter((run) => run.sentAt !== null || run.failedAt !== null);
  const sent = runs.some((run) => run.sentAt !== null);
  const allAway = ways.every((way) => way.away !== null);
  return [
    ...(runs.length > 0 ? [recordMailerRunsStatement(runs)] : []),
    ...(allAway && !sent ? [recordMailFailingStatement(ctx.now())] : []),
    ...(sent && failing ? [clearMailFailingStatement()] : []),
  ];
}

/** Opens these mailers as one post; `send-test` opens a single mailer. */
export async function openMailers(
  ctx: Ctx,
  rows: readonly MailerRow[],
): Promise<{ post: OpenMailerChain; ways: OpenMailer[] }> {
  const ways = await Promise.all(rows.map((row) => openWay(ctx, row)));
  const send = async (mails: readonly MailWithSenderName[], until?: number): Promise<MailResult[]> => {
    if (remainingInvocationBudget(ctx) < mailerStatements) return mails.map(() => untouchedMailResult);
    const answers = mails.map(() => ways.at(-1)?.away ?? nobody);
    let left = [...mails.keys()];
    for (const way of ways) {
      if (left.length > 0 && way.away === null) left = await sendBy(ctx, way, { mails, until }, left, answers);
    }
    return answers;
  };
  const close = async () => {
    await Promise.all(ways.map((way) => way.sending.close()));
  };
  return { post: { send, close }, ways };
}

/**
 * Returns the deployment's mailers behind one interface; null when none is configured. They are tried by position; a
 * mailer that is away is not tried again in this run. One statement to open, at most two to close; connections open at
 * the first email.
 */
export async function openMailerChain(ctx: Ctx): Promise<OpenMailerChain | null> {
  const [rows, [facts]] = await readBatch(ctx, mailersInOrderQuery(ctx), mailDeploymentFactsQuery(ctx));
  if (rows.length === 0) return null;
  const { post, ways } = await openMailers(ctx, rows);
  return {
    send: post.send,
    async close() {
      await post.close();
      const statements = traces(ctx, ways, facts?.mailFailingSince !== null);
      if (statements.length === 0) return;
      // The emails have been sent, so a failure to write the note is only logged.
      await runBatch(ctx, statements).catch((error) => ctx.log.error("mailers.note", error));
    },
  };
}

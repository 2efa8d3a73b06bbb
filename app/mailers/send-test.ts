import { personOf } from "~/access/actor";
import { permitOperatorToWrite } from "~/change/authorize-and-parse";
import { commit } from "~/commit/commit";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import { parseInput } from "~/fields/parse";
import { openWays } from "~/notifications/engine/open-post";
import { personReader } from "~/notifications/letters/engine/person-reader";
import { ownBrand } from "~/notifications/letters/engine/writer";
import { singleHeaders } from "~/notifications/print/headers";
import { mailTestContent } from "~/notifications/print/mail-test";
import { print } from "~/notifications/print/print";
import type { Ctx } from "~/platform/ctx";
import { messageIdOf } from "~/text/message-id";
import type { MailResult } from "./contract/contract";
import { mailerById, noteMailWorks, noteRuns } from "./queries/mailer";
import { type TestMailerInput, testMailerInput } from "./rules/mailer-input";

export interface TestAnswer {
  outcome: MailResult["outcome"];
  /** Mailer's answer, in its own words. */
  answer: Refusal;
}

/** Sends a real email by this one mailer, at once, and returns its answer. Failures: invalid, missing. */
export async function sendTestMail(ctx: Ctx, given: TestMailerInput): Promise<Result<TestAnswer>> {
  const may = permitOperatorToWrite(ctx);
  if (!may.ok) return may;
  const parsed = parseInput(testMailerInput, given);
  if (!parsed.ok) return parsed;
  const { id, to } = parsed.value;
  const [[row]] = await read(ctx, mailerById(ctx, id));
  if (!row) return missingFailure;
  const commitId = ctx.id();
  const audit = { action: "mailer.test", subjectKind: "mailer", subjectId: id, after: { name: row.name } };
  await commit(ctx, { id: commitId, pageId: null, changes: [], audit });
  const brand = ownBrand(ctx);
  const reader = await personReader(ctx, personOf(ctx.actor) ?? "");
  const letter = print(
    mailTestContent({ brand, at: reader.times.instant(ctx.now()) }, reader),
    reader,
    singleHeaders(),
  );
  const { post, ways } = await openWays(ctx, [row]);
  const messageId = messageIdOf(`${commitId}.${id}`, ctx.config.origin);
  const [handed] = await post.send([{ ...letter, messageId, to, fromName: brand.name }]);
  await post.close();
  const runs = ways.map((way) => way.run).filter((run) => run.sentAt !== null || run.failedAt !== null);
  const works = handed?.outcome === "sent" ? [noteMailWorks()] : [];
  if (runs.length > 0) await runBatch(ctx, [noteRuns(runs), ...works]);
  return handed ? ok({ outcome: handed.outcome, answer: handed.answer }) : missingFailure;
}

import { signalStatementsOfPages } from "~/alerts/settling/engine/signal";
import { decideWithRetry } from "~/commit/decide-with-retry";
import { readBatch } from "~/db/read";
import { mergePageStatements } from "~/db/rows-together";
import { runBatch } from "~/db/run-batch";
import { drainInboxesOfSenders } from "~/inbox/engine/hear-first";
import type { Ctx } from "~/platform/ctx";
import { translateDatabaseError } from "~/platform/trouble";
import {
  markSourcesSilentStatements,
  type SilenceCheckRow,
  scheduleSilenceCheckStatement,
  sourcesDueForSilenceCheckQuery,
} from "../queries/source-silence";
import { checkSourceSilence, silenceSignal } from "../rules/source-silence";

const signalOf = ({ name, silenceHours: hours }: SilenceCheckRow, at: number) =>
  silenceSignal({ name, status: "firing", hours, at });

/**
 * Writes one batch for all pages: the alerts, the end of checks until the sources deliver, and the requests to settle.
 */
async function tell(ctx: Ctx, silent: readonly SilenceCheckRow[]): Promise<string[]> {
  const now = ctx.now();
  const pages = [...Map.groupBy(silent, ({ pageId }) => pageId)];
  const tellings = pages.map(([pageId, rows]) => ({
    pageId,
    said: rows.map((row) => ({ sourceId: row.id, signals: [signalOf(row, now)] })),
  }));
  const signals = await signalStatementsOfPages(ctx, tellings);
  const statements = pages.map(([pageId, rows], index) => [
    ...markSourcesSilentStatements(pageId, rows),
    ...(signals[index]?.statements ?? []),
  ]);
  await runBatch(ctx, mergePageStatements(statements)).catch((error) => {
    throw translateDatabaseError(error);
  });
  return pages.flatMap(([pageId], index) => (signals[index]?.settles ? [pageId] : []));
}

async function lookAtAll(ctx: Ctx, ids: readonly string[]) {
  const [rows] = await readBatch(ctx, sourcesDueForSilenceCheckQuery(ctx, ids));
  return rows.map((row) => ({ ...row, ...checkSourceSilence(row, ctx.now()) }));
}

/** Reads the inboxes before a source counts as silent; minutes do not matter when it waits for hours. */
async function lookHearingFirst(ctx: Ctx, ids: readonly string[]) {
  const looked = await lookAtAll(ctx, ids);
  const silent = looked.filter((each) => each.silent).map(({ id }) => id);
  return (await drainInboxesOfSenders(ctx, silent)) === "nothing" ? looked : lookAtAll(ctx, ids);
}

async function lookOnce(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const looked = await lookHearingFirst(ctx, ids);
  const speaking = looked.filter((each) => !each.silent);
  if (speaking.length > 0) await runBatch(ctx, [scheduleSilenceCheckStatement(speaking)]);
  const silent = looked.filter((each) => each.silent);
  return silent.length === 0 ? [] : tell(ctx, silent);
}

/**
 * Checks sources that must deliver within a number of hours. A silent source gets an alert of its own, by the source's
 * rules; any other is checked again when it could be silent. Returns the pages that must settle.
 */
export const checkSilentSources = (ctx: Ctx, ids: readonly string[]): Promise<string[]> =>
  decideWithRetry(ctx, () => lookOnce(ctx, ids));

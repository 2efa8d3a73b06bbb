import { signalsOfPages } from "~/alerts/settling/engine/signal";
import { decideWithRetry } from "~/commit/decide-with-retry";
import { read } from "~/db/read";
import { joinStatements } from "~/db/rows-together";
import { runBatch } from "~/db/run-batch";
import { hearFirst } from "~/inbox/engine/hear-first";
import type { Ctx } from "~/platform/ctx";
import { understand } from "~/platform/trouble";
import { fallSilent, type ListeningRow, listeningSources, lookLater } from "../queries/source-silence";
import { lookAtSilence, silenceSignal } from "../rules/source-silence";

const signalOf = ({ name, silenceHours: hours }: ListeningRow, at: number) =>
  silenceSignal({ name, status: "firing", hours, at });

/**
 * Writes one batch for all pages: the alerts, the end of checks until the sources deliver, and the requests to settle.
 */
async function tell(ctx: Ctx, silent: readonly ListeningRow[]): Promise<string[]> {
  const now = ctx.now();
  const pages = [...Map.groupBy(silent, ({ pageId }) => pageId)];
  const tellings = pages.map(([pageId, rows]) => ({
    pageId,
    said: rows.map((row) => ({ sourceId: row.id, signals: [signalOf(row, now)] })),
  }));
  const signals = await signalsOfPages(ctx, tellings);
  const statements = pages.map(([pageId, rows], index) => [
    ...fallSilent(pageId, rows),
    ...(signals[index]?.statements ?? []),
  ]);
  await runBatch(ctx, joinStatements(statements)).catch((error) => {
    throw understand(error);
  });
  return pages.flatMap(([pageId], index) => (signals[index]?.settles ? [pageId] : []));
}

async function lookAtAll(ctx: Ctx, ids: readonly string[]) {
  const [rows] = await read(ctx, listeningSources(ctx, ids));
  return rows.map((row) => ({ ...row, ...lookAtSilence(row, ctx.now()) }));
}

/** Reads the inboxes before a source counts as silent; minutes do not matter when it waits for hours. */
async function lookHearingFirst(ctx: Ctx, ids: readonly string[]) {
  const looked = await lookAtAll(ctx, ids);
  const silent = looked.filter((each) => each.silent).map(({ id }) => id);
  return (await hearFirst(ctx, silent)) === "nothing" ? looked : lookAtAll(ctx, ids);
}

async function lookOnce(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const looked = await lookHearingFirst(ctx, ids);
  const speaking = looked.filter((each) => !each.silent);
  if (speaking.length > 0) await runBatch(ctx, [lookLater(speaking)]);
  const silent = looked.filter((each) => each.silent);
  return silent.length === 0 ? [] : tell(ctx, silent);
}

/**
 * Checks sources that must deliver every so many hours: a silent one gets its own alert, by the source's rules; any
 * other is checked again when it could be silent. Returns the pages that have to settle.
 */
export const tellSilence = (ctx: Ctx, ids: readonly string[]): Promise<string[]> =>
  decideWithRetry(ctx, () => lookOnce(ctx, ids));

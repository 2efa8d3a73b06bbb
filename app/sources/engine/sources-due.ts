import { signalsOfPages } from "~/alerts/settling/engine/signal";
import { deciding } from "~/commit/deciding";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { together } from "~/db/together";
import { hearFirst } from "~/inbox/engine/hear-first";
import type { Ctx } from "~/platform/ctx";
import { understand } from "~/platform/trouble";
import { fallSilent, type ListeningRow, listeningSources, lookLater } from "../queries/source-silence";
import { lookAtSilence, silenceSignal } from "../rules/source-silence";

const signalOf = ({ name, silenceHours: hours }: ListeningRow, at: number) =>
  silenceSignal({ name, status: "firing", hours, at });

/** One batch for all pages: the alerts, that nobody looks again before they speak, and the wishes to settle. */
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
  await runBatch(ctx, together(statements)).catch((error) => {
    throw understand(error);
  });
  return pages.flatMap(([pageId], index) => (signals[index]?.settles ? [pageId] : []));
}

async function lookAtAll(ctx: Ctx, ids: readonly string[]) {
  const [rows] = await read(ctx, listeningSources(ctx, ids));
  return rows.map((row) => ({ ...row, ...lookAtSilence(row, ctx.now()) }));
}

/** A source is called silent only once its inbox was asked; minutes do not matter where hours are waited for. */
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
 * Looks at sources that are to deliver every so many hours: who has not gets an alert of its own, by the source's rules;
 * who has is looked at again when it could have gone silent. Returns the pages that are to be settled.
 */
export const tellSilence = (ctx: Ctx, ids: readonly string[]): Promise<string[]> =>
  deciding(ctx, () => lookOnce(ctx, ids));

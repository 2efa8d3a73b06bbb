import { z } from "zod";
import type { IdOnPage } from "~/access/id-on-page";
import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AnySourceAdapter, SourceSetup } from "./contract/contract";
import { newestFiringAlertIdQuery, newestSenderDeliveriesQuery } from "./queries/deliveries";

export interface SourceSetupStep {
  title: string;
  text: string;
  /** Exact text to paste. */
  paste: string;
  /** File name, when the text is a whole file; absent = a part of one, or a value. */
  file?: string;
}

const file = z.object({
  intro: z.string(),
  snippets: z.array(
    z.object({ title: z.string(), language: z.string(), text: z.string(), file: z.string().optional() }),
  ),
});

const placeOf = (origin: string) => ({ host: new URL(origin).host, scheme: new URL(origin).protocol.slice(0, -1) });

/** Reads a kind's texts from a file beside the worker, when a person opens the page. */
async function setupFile(ctx: Ctx, kind: string, ingestUrl: string): Promise<SourceSetup | null> {
  const found = file.safeParse(await ctx.files.read(`/setup/${kind}.json`));
  if (!found.success) return null;
  const [, token = ""] = ingestUrl.split("/ingest/");
  const { origin, mailDomain = "UPFRONT_MAIL_DOMAIN" } = ctx.config;
  const values = Object.entries({ ingestUrl, origin, token, mailDomain, ...placeOf(origin) });
  const filled = (text: string) => values.reduce((all, [name, value]) => all.replaceAll(`{{${name}}}`, value), text);
  const { intro, snippets } = found.data;
  return { intro: filled(intro), snippets: snippets.map((each) => ({ ...each, text: filled(each.text) })) };
}

/** Returns the texts to paste at the other side; none while the settings are incomplete. */
export async function composeSourceSetupSteps(
  ctx: Ctx,
  adapter: AnySourceAdapter | null,
  ingestUrl: string,
  settings: unknown,
): Promise<SourceSetupStep[]> {
  const parsed = adapter?.settings.safeParse(settings);
  if (!adapter || !parsed?.success) return [];
  const made = adapter.setup?.({ ingestUrl, settings: parsed.data }) ?? (await setupFile(ctx, adapter.kind, ingestUrl));
  const { intro, snippets } = made ?? { intro: "", snippets: [{ title: "Address", text: ingestUrl, file: undefined }] };
  return snippets.map(({ title, text, file: name }, index) => ({
    title,
    text: index === 0 ? intro : "",
    paste: text,
    ...(name === undefined ? {} : { file: name }),
  }));
}

export interface SourceSetupDelivery {
  /**
   * The last delivery that the tool itself sent; null = none yet. `first` is true when it is the only one, `hasAlert`
   * when it contained an alert.
   */
  last: { id: string; receivedAt: number; first: boolean; hasAlert: boolean } | null;
  /** The alert that it made, and that fires; null = none does. */
  alertId: string | null;
}

/** Returns the last delivery of the tool itself, and what fires by it, while a source is set up; tests and replays do not count. */
export const readSourceSetupDelivery = (ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<SourceSetupDelivery>> =>
  readOnPage(
    ctx,
    { pageId, role: "admin" },
    [newestSenderDeliveriesQuery(ctx, pageId, id), newestFiringAlertIdQuery(ctx, pageId, id)],
    ([rows, [firing]]) => {
      const [last] = [...rows].sort((one, other) => other.receivedAt - one.receivedAt);
      const shown = last && {
        id: last.id,
        receivedAt: last.receivedAt,
        first: rows.length === 1,
        hasAlert: last.outcome === "accepted",
      };
      return ok({ last: shown ?? null, alertId: firing?.id ?? null });
    },
  );

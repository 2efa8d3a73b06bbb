import type { z } from "zod";
import { authorizeAndParse, type ChangeInputTarget } from "~/change/authorize-and-parse";
import type { AnyChannelAdapter, ComposeChannelCalls } from "~/channels/contract/contract";
import { type ChannelMessagePreview, previewChannelCall } from "~/channels/contract/message-drawing";
import type { SubscriberMessage, TeamMessage } from "~/channels/contract/messages";
import { channelAdapterOf, channelAdapters } from "~/channels/kinds/known-kinds";
import { channelsWantingNoticeKindsQuery } from "~/channels/queries/channel";
import { passesChannelFilters } from "~/channels/rules/channel-wants";
import { readBatch } from "~/db/read";
import { goneFailure, ok, type Result } from "~/failures/failure";
import { composeChannelCalls } from "~/notifications/engine/call-channel";
import { sanitiseSubscriberMessage, sanitiseTeamMessage } from "~/notifications/engine/fit-to-tell";
import type { MessageContent } from "~/notifications/letters/engine/published-message";
import { composeTeamMessageFor } from "~/notifications/letters/engine/team-message";
import type { EmailWriter, SubscribedRecipient } from "~/notifications/letters/engine/writer";
import { emailHtmlInColourScheme } from "~/notifications/print/style";
import type { NoticeRow } from "~/notifications/queries/notice";
import { parseRecipientCountByKind, recipientCountsByKindQuery } from "~/notifications/queries/recipients";
import type { PublishedNoticeKind } from "~/notifications/rules/notice";
import type { PageRow } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";

export type { ChannelMessagePreview, PreviewMessageTone, PreviewTextLine } from "~/channels/contract/message-drawing";

/** The message to subscribers in this way. */
export interface ContactWayPreview {
  kind: string;
  title: string;
  people: number;
  /** Drawn message; null = it cannot be composed. */
  drawn: ChannelMessagePreview | null;
}

/** A channel of the page that gets the message. */
export interface ChannelPreview extends Omit<ContactWayPreview, "people"> {
  id: string;
  name: string;
}

/** The messages that would be sent, and their recipients; nothing is stored or sent. */
export interface NotificationPreview {
  /** Language in which subscribers' messages are shown. */
  language: string;
  /** Language of the page, for channels and for subscribers without a chosen language. */
  pageLanguage: string;
  /** True when subscribers are notified; false = the form says that they are not. */
  notify: boolean;
  email: { subject: string; text: string; people: number };
  ways: ContactWayPreview[];
  channels: ChannelPreview[];
}

/** Supposed news, read and composed by the incident's or maintenance's own module. */
export interface SupposedNotification {
  page: PageRow;
  notice: NoticeRow;
  event: PublishedNoticeKind;
  writer: EmailWriter | null;
  telling: MessageContent;
  notify: boolean;
}

/** All ways in which subscribers are notified. */
const ways = ["email", ...channelAdapters.flatMap(({ kind, subscriber }) => (subscriber ? [kind] : []))];

/** Ways that are shown even without subscribers. */
const alwaysShown: readonly string[] = ["slack", "discord", "teams"];

/** Draws a message with the kind's sample settings, so that no secret of the page is opened. */
function drawnBy<Message extends { id: string }>(
  ctx: Ctx,
  adapter: AnyChannelAdapter,
  compose: ComposeChannelCalls<Message, unknown> | undefined,
  message: Message,
): ChannelMessagePreview | null {
  const settings = adapter.sampleSettings;
  const [call] = composeChannelCalls(ctx, adapter, compose, { message, settings, state: null, now: ctx.now() }) ?? [];
  return call ? previewChannelCall(adapter.kind, call) : null;
}

/** Returns a sample subscriber with this language; null = the page's. */
const sampleOf = (page: PageRow, chosen: string | null): SubscribedRecipient => ({
  kind: "subscriber",
  id: "sample",
  pageId: page.id,
  address: "reader@example.com",
  generation: 0,
  language: chosen ?? page.language,
  timeZone: page.timeZone,
});

const waysOf = (
  ctx: Ctx,
  message: SubscriberMessage | null,
  people: ReadonlyMap<string, number>,
): ContactWayPreview[] =>
  channelAdapters.flatMap((adapter) => {
    const { kind, title } = adapter;
    const told = people.get(kind) ?? 0;
    if (!adapter.subscriber || (told === 0 && !alwaysShown.includes(kind))) return [];
    const drawn = message && drawnBy(ctx, adapter, adapter.subscriber, message);
    return [{ kind, title, people: told, drawn }];
  });

type InterestedChannel = Awaited<ReturnType<typeof channelsWantingNoticeKindsQuery>>[number];

function heardBy(
  ctx: Ctx,
  message: TeamMessage,
  componentIds: readonly string[],
  wanting: readonly InterestedChannel[],
) {
  const { severity } = message;
  const told = wanting.filter((each) => passesChannelFilters(each, { severity, componentIds }));
  return told.flatMap(({ id, name, kind }): ChannelPreview[] => {
    const adapter = channelAdapterOf(kind);
    return adapter
      ? [{ id, name, kind, title: adapter.title, drawn: drawnBy(ctx, adapter, adapter.team, message) }]
      : [];
  });
}

/** Makes the result: the whole preview, or the email alone. */
export type PreviewBuilder<Seen> = (ctx: Ctx, news: SupposedNotification) => Promise<Result<Seen>>;

type PreviewReader<Input> = <Seen>(ctx: Ctx, input: Input, look: PreviewBuilder<Seen>) => Promise<Result<Seen>>;

/** Runs a preview for a responder with valid input. */
export const createPreview =
  <Schema extends z.ZodType<ChangeInputTarget>>(schema: Schema, read: PreviewReader<z.output<Schema>>) =>
  async <Seen>(
    ctx: Ctx,
    given: z.input<Schema> & ChangeInputTarget,
    look: PreviewBuilder<Seen>,
  ): Promise<Result<Seen>> => {
    const asked = authorizeAndParse(ctx, { role: "responder", input: schema }, given);
    return asked.ok ? read(ctx, asked.value.input, look) : asked;
  };

/**
 * Returns the messages for channels and subscribers, made by the functions that write real ones. Two statements: it
 * walks the page's subscribers once and reads its channels. Channels always use the page's language. Failures: gone
 * when there is nothing to send.
 */
export const notificationPreviewInLanguage =
  (chosen: string | null): PreviewBuilder<NotificationPreview> =>
  async (ctx, { page, notice, event, writer, telling, notify }) => {
    if (!writer) return goneFailure;
    const [counted, wanting] = await readBatch(
      ctx,
      recipientCountsByKindQuery(ctx, notice, ways),
      channelsWantingNoticeKindsQuery(ctx, page.id, [event]),
    );
    const people = parseRecipientCountByKind(counted, ways);
    const sample = sampleOf(page, chosen);
    const { subject, text } = await writer.write(sample);
    const told = writer.tell ? sanitiseSubscriberMessage(await writer.tell(sample)) : null;
    const message = await composeTeamMessageFor(ctx, page, { ...notice, event }, telling);
    return ok({
      language: sample.language,
      pageLanguage: page.language,
      notify,
      email: { subject, text, people: people.get("email") ?? 0 },
      ways: waysOf(ctx, told, people),
      channels: message ? heardBy(ctx, sanitiseTeamMessage(message), telling.componentIds ?? [], wanting) : [],
    });
  };

/** Returns the preview in the page's own language. */
export const notificationPreviewInPageLanguage = notificationPreviewInLanguage(null);

/** Returns the email as a document, in light or dark, whatever its reader prefers. */
export const emailPreviewInColourScheme =
  (scheme: "light" | "dark", chosen: string | null = null): PreviewBuilder<string> =>
  async (_, { page, writer }) => {
    if (!writer) return goneFailure;
    return ok(emailHtmlInColourScheme((await writer.write(sampleOf(page, chosen))).html, scheme));
  };

import type { z } from "zod";
import { authorizeAndParse, type Target } from "~/change/authorize-and-parse";
import type { AnyChannel, ComposeCalls } from "~/channels/contract/contract";
import { drawnCall, type MessageDrawing } from "~/channels/contract/message-drawing";
import type { SubscriberMessage, TeamMessage } from "~/channels/contract/messages";
import { channelOf, channels } from "~/channels/kinds/known-kinds";
import { channelsThatWant } from "~/channels/queries/channel";
import { channelWants } from "~/channels/rules/channel-wants";
import { read } from "~/db/read";
import { goneFailure, ok, type Result } from "~/failures/failure";
import { composeCalls } from "~/notifications/engine/call-channel";
import { fitSubscriberText, fitToTell } from "~/notifications/engine/fit-to-tell";
import type { MessageContent } from "~/notifications/letters/engine/published-message";
import { teamMessageOf } from "~/notifications/letters/engine/team-message";
import type { LetterWriter, SubscribedRecipient } from "~/notifications/letters/engine/writer";
import { inScheme } from "~/notifications/print/style";
import type { NoticeRow } from "~/notifications/queries/notice";
import { recipientsByKind, recipientsOfKinds } from "~/notifications/queries/recipients";
import type { PublishedNotice } from "~/notifications/rules/notice";
import type { PageRow } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";

export type { DrawnLine, DrawnTone, MessageDrawing } from "~/channels/contract/message-drawing";

/** The message to subscribers in this way. */
export interface PreviewedWay {
  kind: string;
  title: string;
  people: number;
  /** Drawn message; null = it cannot be composed. */
  drawn: MessageDrawing | null;
}

/** A channel of the page that gets the message. */
export interface PreviewedChannel extends Omit<PreviewedWay, "people"> {
  id: string;
  name: string;
}

/** The messages that would be sent, and their recipients; nothing is stored or sent. */
export interface Preview {
  /** Language in which subscribers' messages are shown. */
  language: string;
  /** Language of the page, for channels and for subscribers without a chosen language. */
  pageLanguage: string;
  /** True when subscribers are notified; false = the form says that they are not. */
  notify: boolean;
  email: { subject: string; text: string; people: number };
  ways: PreviewedWay[];
  channels: PreviewedChannel[];
}

/** Supposed news, read and composed by the incident's or maintenance's own module. */
export interface SupposedNews {
  page: PageRow;
  notice: NoticeRow;
  event: PublishedNotice;
  writer: LetterWriter | null;
  telling: MessageContent;
  notify: boolean;
}

/** All ways of subscribers. */
const ways = ["email", ...channels.flatMap(({ kind, subscriber }) => (subscriber ? [kind] : []))];

/** Ways that are shown even without subscribers. */
const alwaysShown: readonly string[] = ["slack", "discord", "teams"];

/** Draws a message with the kind's sample settings, so that no secret of the page is opened. */
function drawnBy<Message extends { id: string }>(
  ctx: Ctx,
  adapter: AnyChannel,
  compose: ComposeCalls<Message, unknown> | undefined,
  message: Message,
): MessageDrawing | null {
  const settings = adapter.sampleSettings;
  const [call] = composeCalls(ctx, adapter, compose, { message, settings, state: null, now: ctx.now() }) ?? [];
  return call ? drawnCall(adapter.kind, call) : null;
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

const waysOf = (ctx: Ctx, message: SubscriberMessage | null, people: ReadonlyMap<string, number>): PreviewedWay[] =>
  channels.flatMap((adapter) => {
    const { kind, title } = adapter;
    const told = people.get(kind) ?? 0;
    if (!adapter.subscriber || (told === 0 && !alwaysShown.includes(kind))) return [];
    const drawn = message && drawnBy(ctx, adapter, adapter.subscriber, message);
    return [{ kind, title, people: told, drawn }];
  });

type InterestedChannel = Awaited<ReturnType<typeof channelsThatWant>>[number];

function heardBy(
  ctx: Ctx,
  message: TeamMessage,
  componentIds: readonly string[],
  wanting: readonly InterestedChannel[],
) {
  const { severity } = message;
  const told = wanting.filter((each) => channelWants(each, { severity, componentIds }));
  return told.flatMap(({ id, name, kind }): PreviewedChannel[] => {
    const adapter = channelOf(kind);
    return adapter
      ? [{ id, name, kind, title: adapter.title, drawn: drawnBy(ctx, adapter, adapter.team, message) }]
      : [];
  });
}

/** Makes the result: the whole preview, or the email alone. */
export type PreviewLook<Seen> = (ctx: Ctx, news: SupposedNews) => Promise<Result<Seen>>;

type PreviewReader<Input> = <Seen>(ctx: Ctx, input: Input, look: PreviewLook<Seen>) => Promise<Result<Seen>>;

/** Runs a preview for a responder with valid input. */
export const previewFor =
  <Schema extends z.ZodType<Target>>(schema: Schema, read: PreviewReader<z.output<Schema>>) =>
  async <Seen>(ctx: Ctx, given: z.input<Schema> & Target, look: PreviewLook<Seen>): Promise<Result<Seen>> => {
    const asked = authorizeAndParse(ctx, { role: "responder", input: schema }, given);
    return asked.ok ? read(ctx, asked.value.input, look) : asked;
  };

/**
 * Returns the messages for channels and subscribers, made by the functions that write real ones. Two statements: it
 * walks the page's subscribers once and reads its channels. Channels always use the page's language. Failures: gone
 * when there is nothing to send.
 */
export const previewIn =
  (chosen: string | null): PreviewLook<Preview> =>
  async (ctx, { page, notice, event, writer, telling, notify }) => {
    if (!writer) return goneFailure;
    const [counted, wanting] = await read(
      ctx,
      recipientsByKind(ctx, notice, ways),
      channelsThatWant(ctx, page.id, [event]),
    );
    const people = recipientsOfKinds(counted, ways);
    const sample = sampleOf(page, chosen);
    const { subject, text } = await writer.write(sample);
    const told = writer.tell ? fitSubscriberText(await writer.tell(sample)) : null;
    const message = await teamMessageOf(ctx, page, { ...notice, event }, telling);
    return ok({
      language: sample.language,
      pageLanguage: page.language,
      notify,
      email: { subject, text, people: people.get("email") ?? 0 },
      ways: waysOf(ctx, told, people),
      channels: message ? heardBy(ctx, fitToTell(message), telling.componentIds ?? [], wanting) : [],
    });
  };

/** Returns the preview in the page's own language. */
export const previewOf = previewIn(null);

/** Returns the email as a document, in light or dark, whatever its reader prefers. */
export const emailIn =
  (scheme: "light" | "dark", chosen: string | null = null): PreviewLook<string> =>
  async (_, { page, writer }) => {
    if (!writer) return goneFailure;
    return ok(inScheme((await writer.write(sampleOf(page, chosen))).html, scheme));
  };

import { incidentById } from "~/db/queries/incident";
import type { NoticeRow } from "~/db/queries/notice";
import { mailTrouble } from "~/db/queries/outbox";
import { pageById } from "~/db/queries/page";
import { lastWord } from "~/db/queries/stale";
import { firedIn, movedIn, recoveredIn, type Span, sourceName } from "~/db/queries/team-news";
import { read } from "~/db/read";
import { readWords } from "~/i18n/words";
import type { TeamMessage } from "~/notify/contract";
import type { Ctx } from "~/platform/ctx";
import { isFlapping } from "~/rules/alerts/flapping";
import { pageAddress } from "~/rules/pages/page-address";
import type { TeamNotice } from "~/rules/telling/notice";
import {
  type TeamTold,
  type TeamWords,
  toldOfAlerts,
  toldOfDraft,
  toldOfGap,
  toldOfIncident,
  toldOfMail,
  toldOfMoves,
  toldOfStale,
} from "~/rules/telling/team-told";
import { teamWords } from "./team-words";

/** Reads at most two statements; null = there is nothing to tell any more. */
type Tell = (ctx: Ctx, notice: NoticeRow, words: TeamWords) => Promise<TeamTold | null>;

const spanOf = ({ pageId, scope }: NoticeRow): Span => ({
  pageId,
  after: Number(scope.after ?? 0),
  until: Number(scope.until ?? 0),
});

const ofIncident =
  (visibility: "draft" | "published"): Tell =>
  async (ctx, { pageId, subjectId }, words) => {
    const [[found]] = await read(ctx, incidentById(ctx, pageId, subjectId));
    if (found?.row.visibility !== visibility) return null;
    return (visibility === "draft" ? toldOfDraft : toldOfIncident)(words, found.row);
  };

/** Not when somebody has had the word since, or closed it. */
const ofStale: Tell = async (ctx, { pageId, subjectId, scope, sequence }, words) => {
  const [[found], [word]] = await read(ctx, incidentById(ctx, pageId, subjectId), lastWord(ctx, pageId, subjectId));
  const since = Number(scope.since ?? 0);
  if (!found || !word || found.row.closed || word.at !== since) return null;
  return toldOfStale(words, found.row, { since, length: sequence - since });
};

const ofAlerts =
  (over: boolean): Tell =>
  async (ctx, notice, words) => {
    const { pageId, subjectId } = notice;
    const query = (over ? recoveredIn : firedIn)(ctx, subjectId, spanOf(notice));
    const [found, [source]] = await read(ctx, query, sourceName(ctx, pageId, subjectId));
    const alerts = found.map((each) => ({ ...each, flaps: !over && isFlapping(each, ctx.now()) }));
    const muted = (source?.mutedUntil ?? 0) > ctx.now();
    return source && !muted ? toldOfAlerts(words, { alerts, source: source.sourceName, over }) : null;
  };

const ofMoves: Tell = async (ctx, notice, words) => {
  const [moves] = await read(ctx, movedIn(ctx, spanOf(notice)));
  return toldOfMoves(words, moves);
};

const ofGap: Tell = async (_, { scope }, words) => toldOfGap(words, { from: Number(scope.from), to: Number(scope.to) });

const ofMail: Tell = async (ctx, { pageId, sequence: since }, words) => {
  const [[trouble]] = await read(ctx, mailTrouble(ctx, pageId));
  if (!trouble || trouble.failingSince === null) return null;
  return toldOfMail(words, { since, waiting: trouble.waiting, error: trouble.lastError });
};

/** What a mute of the page silences; that we ourselves do not work is told all the same. */
const mutable: readonly string[] = ["alert_fired", "alert_recovered", "component_changed", "draft_opened"];

const tellers: Record<TeamNotice, Tell> = {
  draft_opened: ofIncident("draft"),
  incident_opened: ofIncident("published"),
  incident_stale: ofStale,
  alert_fired: ofAlerts(false),
  alert_recovered: ofAlerts(true),
  component_changed: ofMoves,
  checks_stopped: ofGap,
  mail_failed: ofMail,
};

/**
 * What a notice tells the team, as it stands now; null when there is nothing to tell any more, because a person was
 * faster, it is over or muted. At most three statements.
 */
export async function teamMessage(ctx: Ctx, notice: NoticeRow): Promise<TeamMessage | null> {
  const [[page]] = await read(ctx, pageById(ctx, notice.pageId));
  const event = notice.kind as TeamNotice;
  const muted = mutable.includes(event) && (page?.mutedUntil ?? 0) > ctx.now();
  const told =
    page && !muted && tellers[event]
      ? await tellers[event](ctx, notice, teamWords(await readWords(ctx, page.language), page.timeZone))
      : null;
  if (!page || !told) return null;
  const { link, ...message } = told;
  return {
    id: notice.id,
    event,
    at: notice.createdAt,
    page: { name: page.name, url: pageAddress(ctx.config.origin, page) },
    ...message,
    link: { text: link.text, url: `${ctx.config.origin}/manage/${page.slug}${link.path}` },
  };
}

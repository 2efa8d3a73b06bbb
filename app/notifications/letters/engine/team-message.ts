import { isFlapping } from "~/alerts/rules/flap-history";
import type { TeamMessage } from "~/channels/contract/messages";
import type { MessageFilterFacts } from "~/channels/rules/channel-wants";
import { readBatch } from "~/db/read";
import { dayLimitNames } from "~/deployment/usage/rules/usage";
import { firingsOfNoticeScope, unacknowledgedFiringsQuery } from "~/escalation/queries/escalation";
import { readWords, type Words } from "~/i18n/words";
import { mailStateOfPageQuery } from "~/outbox/queries/outbox";
import { type PageRow, pageByIdQuery } from "~/pages/queries/page";
import { pageAddress } from "~/pages/rules/page-address";
import type { Ctx } from "~/platform/ctx";
import type { NoticeRow } from "../../queries/notice";
import {
  firedAlertsOfSourceQuery,
  newsSpanOf,
  observedStatusChangesQuery,
  recoveredAlertsOfSourceQuery,
  sourceNewsFactsQuery,
  unwellComponentCountQuery,
} from "../../queries/team-news";
import { isAlarmEvent, noticeKindsDelayedByMute, type TeamNoticeKind } from "../../rules/notice";
import { builtInAlertTitle } from "../../rules/own-title";
import type { ImpactLabel } from "../../rules/present-impact";
import {
  alertsTeamContent,
  checkGapTeamContent,
  componentStatusTeamContent,
  dayLimitTeamContent,
  mailFailureTeamContent,
  unacknowledgedAlertsTeamContent,
} from "../../rules/team-content";
import type { TeamWords } from "../../rules/team-words";
import { readMissedNewsMessage } from "./missed-message";
import { readProposedMessage } from "./proposed-message";
import {
  emptyMessageContent,
  type MessageContent,
  publishedMessageReaderByKind,
  type ReadMessageContent,
} from "./published-message";
import { readChangedMonitorsMessage } from "./reading";
import { readStoppedRepositoryMessage } from "./repository-message";
import {
  readStaleIncidentMessage,
  readUnwatchedIncidentMessage,
  readWorsenedIncidentMessage,
  teamIncidentMessageReader,
  withdrawnIncidentMessageReader,
} from "./team-incidents";
import { teamWords } from "./team-words";
import { readUnassignedAlertsMessage } from "./unassigned-message";

const childrenIn = ({ children }: { children: string }) => JSON.parse(children) as string[];

const ofAlerts =
  (over: boolean): ReadMessageContent =>
  async (ctx, notice) => {
    const { pageId, subjectId } = notice;
    const query = (over ? recoveredAlertsOfSourceQuery : firedAlertsOfSourceQuery)(ctx, subjectId, newsSpanOf(notice));
    const [found, [source]] = await readBatch(ctx, query, sourceNewsFactsQuery(ctx, pageId, subjectId));
    const muted = (source?.mutedUntil ?? 0) > ctx.now();
    if (!source || muted) return emptyMessageContent;
    const { family, sourceName: name } = source;
    const alerts = found.map((each) => ({
      ...each,
      flaps: !over && isFlapping(each, ctx.now()),
      titleSaid: builtInAlertTitle({ ...each, family, sourceName: name }),
    }));
    const children = over ? [] : childrenIn(source);
    const told = { alerts, source: source.sourceName, over, children };
    const componentIds = JSON.parse(source.componentIds) as string[];
    return { told: (words) => alertsTeamContent(words, told), open: Boolean(source.fires), recurs: true, componentIds };
  };

/** Reports the named alerts that still fire and have not been acknowledged since. */
const ofUnacknowledged: ReadMessageContent = async (ctx, { pageId, subjectId, scope }) => {
  const [found] = await readBatch(ctx, unacknowledgedFiringsQuery(ctx, pageId, firingsOfNoticeScope(scope)));
  const told = (words: TeamWords) => unacknowledgedAlertsTeamContent(words, found);
  // News of a single source belongs to the thread of that source.
  return subjectId === pageId ? { told } : { told, open: true, recurs: true };
};

/**
 * All automatic status changes of a page's components are one subject, which is over when all components are
 * operational.
 */
const ofMoves: ReadMessageContent = async (ctx, notice) => {
  const [moves, [others]] = await readBatch(
    ctx,
    observedStatusChangesQuery(ctx, newsSpanOf(notice)),
    unwellComponentCountQuery(ctx, notice.pageId),
  );
  const componentIds = moves.map((each) => each.componentId);
  // `open` is read now, so that a late message about trouble that is over opens no thread.
  const open = Boolean(others?.unwell);
  return { told: (words) => componentStatusTeamContent(words, moves), open, recurs: true, componentIds };
};

const ofGap: ReadMessageContent = async (_, { scope }) => ({
  told: (words) => checkGapTeamContent(words, { from: Number(scope.from), to: Number(scope.to) }),
});

const ofMail: ReadMessageContent = async (ctx, { pageId, sequence: since }) => {
  const [[trouble]] = await readBatch(ctx, mailStateOfPageQuery(ctx, pageId));
  if (!trouble || trouble.failingSince === null) return emptyMessageContent;
  const { waiting, lastError: error } = trouble;
  return { told: (words) => mailFailureTeamContent(words, { since, waiting, error }) };
};

const ofLimit: ReadMessageContent = async (_, { scope, subjectId }) => {
  const name = dayLimitNames.find((each) => each === subjectId);
  if (!name) return emptyMessageContent;
  return {
    told: (words) => dayLimitTeamContent(words, { name, expected: Number(scope.expected), most: Number(scope.most) }),
  };
};

/**
 * Kinds that a mute of the page silences, then those and the kinds that it delays. Failures of Upfront itself are
 * always sent.
 */
const silenced: readonly string[] = ["alert_fired", "alert_unacknowledged", "alert_recovered", "component_changed"];
const mutable: readonly string[] = [...silenced, ...noticeKindsDelayedByMute];

/** True for an incident whose monitor was deleted, false for unassigned alerts. */
const isOfIncident = ({ scope }: NoticeRow): boolean => scope.reason === "monitor_deleted";

const tellers: Record<TeamNoticeKind, ReadMessageContent> = {
  draft_opened: teamIncidentMessageReader("draft"),
  draft_dismissed: withdrawnIncidentMessageReader("dismissed"),
  incident_withdrawn: withdrawnIncidentMessageReader("withdrawn"),
  incident_opened: teamIncidentMessageReader("published"),
  incident_worsened: readWorsenedIncidentMessage,
  unassigned: (ctx, notice) =>
    (isOfIncident(notice) ? readUnwatchedIncidentMessage : readUnassignedAlertsMessage)(ctx, notice),
  ...publishedMessageReaderByKind,
  incident_stale: readStaleIncidentMessage,
  alert_fired: ofAlerts(false),
  alert_recovered: ofAlerts(true),
  component_changed: ofMoves,
  checks_stopped: ofGap,
  mail_failed: ofMail,
  limit_near: ofLimit,
  repository_stopped: readStoppedRepositoryMessage,
  alert_unacknowledged: ofUnacknowledged,
  missed_notifications: readMissedNewsMessage,
  reading_changed: readChangedMonitorsMessage,
  proposed: readProposedMessage,
};

/** Returns a notice's message to the team, in the given words and time zone. */
export type ComposeTeamMessage = (words: Words, timeZone: string) => TeamMessage | null;

type TeamNoticeRow = Pick<NoticeRow, "id" | "createdAt" | "subjectId"> & { event: TeamNoticeKind };

/** Returns the worst and the present impact of an incident, as texts. */
const impactsSaid = (words: TeamWords, impact: ImpactLabel | undefined) => ({
  impact: impact ? { key: impact.worst, text: words.impact(impact.worst) } : null,
  impactNow: impact?.now ? { key: impact.now, text: words.presentImpact(impact.now) } : null,
});

/** Returns the teller of a page's notice, from the data that was read. */
function tellerOf(
  ctx: Ctx,
  page: PageRow,
  { id, event, createdAt, subjectId }: TeamNoticeRow,
  telling: MessageContent,
) {
  const { told: tell, open, recurs = false } = telling;
  const about = {
    id,
    event,
    at: createdAt,
    page: { name: page.name, url: pageAddress(ctx.config.origin, page) },
    alarm: isAlarmEvent(event),
    thread: open === undefined ? null : { id: subjectId, open, ...(recurs ? { recurs } : {}) },
  };
  const teller: ComposeTeamMessage = (words, timeZone) => {
    const spoken = teamWords(words, timeZone);
    const told = tell(spoken);
    if (!told) return null;
    const { link, impact, ...message } = told;
    const place = link.isPublic ? about.page.url : `${ctx.config.origin}/manage/${page.slug}`;
    return {
      ...about,
      ...message,
      ...impactsSaid(spoken, impact),
      link: { text: link.text, url: `${place}${link.path}` },
    };
  };
  return teller;
}

/** Returns the message for channels, which many people read: in the page's language. */
export async function composeTeamMessageFor(ctx: Ctx, page: PageRow, about: TeamNoticeRow, telling: MessageContent) {
  return tellerOf(ctx, page, about, telling)(await readWords(ctx, page.language), page.timeZone);
}

/** Returns the notice's page and its message as of now. At most three statements. */
export async function readTeamMessageComposer(ctx: Ctx, notice: NoticeRow, held = mutable) {
  const [[page]] = await readBatch(ctx, pageByIdQuery(ctx, notice.pageId));
  const event = notice.kind as TeamNoticeKind;
  const muted = held.includes(event) && (page?.mutedUntil ?? 0) > ctx.now();
  if (!page || muted || !tellers[event]) return null;
  const telling = await tellers[event](ctx, notice);
  const { componentIds = [], severity, isOver = false } = telling;
  return { page, teller: tellerOf(ctx, page, { ...notice, event }, telling), componentIds, severity, isOver };
}

/** The message for a channel, and the data by which channels filter. */
interface ChannelDispatch {
  message: TeamMessage;
  news: MessageFilterFacts;
  timeZone: string;
  /** True when its subject is over now. */
  isOver: boolean;
}

/**
 * Returns the message for channels in the page's language, with the components that it is about. Null when nothing is
 * left to say: a person was faster, it is over, or it is muted.
 */
export async function readTeamMessage(
  ctx: Ctx,
  notice: NoticeRow,
  held: readonly string[] = mutable,
): Promise<ChannelDispatch | null> {
  const found = await readTeamMessageComposer(ctx, notice, held);
  if (!found) return null;
  const { language, timeZone } = found.page;
  const message = found.teller(await readWords(ctx, language), timeZone);
  if (!message) return null;
  const { componentIds, severity = message.severity, isOver } = found;
  return { message, news: { componentIds, severity }, timeZone, isOver };
}

/** Returns the same for choosing channels; a notice that a mute only delays still counts. */
export const readTeamMessageForChannelChoice = (ctx: Ctx, notice: NoticeRow) => readTeamMessage(ctx, notice, silenced);

/** @jsxImportSource ~/html */

import { updateStatusText } from "~/i18n/update-word";
import { displayedImpact } from "~/incidents/rules/impact";
import { type StateLetter, stateLetterByImpact, stateLetterByStatus } from "~/status/state-letter";
import { countDaysWithoutEvents, type OngoingEvent, pendingUpdatePromiseAt } from "../../rules/field";
import { kickerStateOf, leadStateOf, unexplainedComponents } from "../../rules/lead-state";
import type { ServedPage } from "../../rules/seen-page";
import { newestUpdateAge } from "../parts/ago-text";
import {
  cachedPageHeadline,
  newestUpdateOf,
  ongoingEventText,
  pageStateLetter,
  pageStateText,
  visiblePageHeadline,
} from "../parts/field-text";
import type { RenderContext } from "../parts/frame";
import { LastCheckedText } from "../parts/last-checked-note";
import { sentenceWithElements } from "../parts/say";
import { StateBadge } from "../parts/state";
import { ShortTimeText, ZonedTimeText } from "../parts/time-text";
import { TitleLink } from "../parts/title";

interface PageStateBannerProps {
  frame: RenderContext;
  page: ServedPage;
}

const hrefOf = ({ prefix }: RenderContext, news: OngoingEvent) =>
  news.kind === "incident"
    ? `${prefix}/incidents/${news.incident.id}`
    : `${prefix}/maintenances/${news.maintenance.id}`;

const Title = ({ frame, news }: { frame: RenderContext; news: OngoingEvent }) => (
  <TitleLink
    frame={frame}
    of={news.kind === "incident" ? news.incident : { title: news.maintenance.title }}
    href={hrefOf(frame, news)}
  />
);

const statusWord = ({ words }: RenderContext, news: OngoingEvent) =>
  news.kind === "incident"
    ? updateStatusText(words, news.incident.status)
    : words.t(`maintenance_status.${news.maintenance.status}`);

/** Shows since when it lasts, or for maintenance until when. */
const When = ({ frame, news }: { frame: RenderContext; news: OngoingEvent }) =>
  news.kind === "incident" ? (
    <span>
      {sentenceWithElements(frame.words, "field.began", {
        time: <ShortTimeText frame={frame} at={news.incident.startedAt} />,
      })}
    </span>
  ) : (
    <span>
      {sentenceWithElements(frame.words, "field.until", {
        time: <ZonedTimeText frame={frame} at={news.maintenance.endsAt} />,
      })}
    </span>
  );

/** Shows when the next update is promised; a promise whose time has passed is not shown. */
function Promised({ frame, news }: { frame: RenderContext; news: OngoingEvent }) {
  const at = news.kind === "incident" ? pendingUpdatePromiseAt(news.incident, frame.now) : null;
  return at === null ? null : (
    <span>{sentenceWithElements(frame.words, "field.next", { time: <ShortTimeText frame={frame} at={at} /> })}</span>
  );
}

const updatesOf = (news: OngoingEvent) =>
  news.kind === "incident" ? news.incident.updates.length : news.maintenance.updates.length;

/** Shows the status, the time of the newest update, and a link to all updates. */
function StateLine({ frame, page, news }: PageStateBannerProps & { news: OngoingEvent }) {
  const { t } = frame.words;
  const [newest, age, count] = [newestUpdateOf(news), newestUpdateAge(page, frame.now), updatesOf(news)];
  return (
    <p class="when">
      <span>
        <strong>{statusWord(frame, news)}</strong> {age ? <span class="ago">{frame.dates.ago(age)} · </span> : null}
        {newest ? <ZonedTimeText frame={frame} at={newest.shownAt} /> : null}
      </span>
      <When frame={frame} news={news} />
      <Promised frame={frame} news={news} />
      {count > 0 ? <a href={hrefOf(frame, news)}>{t("open.all_updates", { count })}</a> : null}
    </p>
  );
}

/** Shows the beginning of the newest update. */
function Said({ frame, news }: { frame: RenderContext; news: OngoingEvent }) {
  const said = ongoingEventText(frame.words, news);
  if (said === null) return null;
  return (
    <p class="said" dir="auto" lang={said.isWritten ? frame.written : undefined}>
      {said.text}
    </p>
  );
}

/** Shows the state of the page above the title, and that of the title's own components below it where they differ. */
function Lead({ frame, page, news }: PageStateBannerProps & { news: OngoingEvent }) {
  const headline = visiblePageHeadline(page);
  const kicker = kickerStateOf(headline);
  const own = leadStateOf(page.snapshot, headline, news);
  return (
    <>
      <p>
        <StateBadge letter={kicker.letter}>{pageStateText(frame.words, kicker.state)}</StateBadge>
      </p>
      <h1>
        <Title frame={frame} news={news} />
      </h1>
      {own ? (
        <p>
          <StateBadge letter={own.letter}>{pageStateText(frame.words, own.state)}</StateBadge>
        </p>
      ) : null}
      <Said frame={frame} news={news} />
      <StateLine frame={frame} page={page} news={news} />
    </>
  );
}

/** Shows the state as the headline, when there is no text about it. */
function State({ frame, page }: PageStateBannerProps) {
  const { state } = visiblePageHeadline(page);
  const calm = state.kind === "well" ? countDaysWithoutEvents(page.snapshot, frame.now, frame.dates.dayAt) : null;
  return (
    <>
      <h1>{pageStateText(frame.words, state)}</h1>
      {calm === null ? null : <p>{frame.words.t("field.calm", { count: calm })}</p>}
      {state.kind === "unmonitored" ? null : <LastCheckedText frame={frame} page={page} />}
    </>
  );
}

const letterOfNews = (news: OngoingEvent): StateLetter =>
  news.kind === "incident" ? stateLetterByImpact[displayedImpact(news.incident)] : "x";

type FoundComponents = ReturnType<typeof unexplainedComponents>;

/** Lists affected components that nothing in progress names, which the line above the headline does not cover. */
function FurtherComponents({ frame, further }: { frame: RenderContext; further: FoundComponents }) {
  const { listed, more } = further;
  const { t } = frame.words;
  return (
    <>
      {listed.map(({ id, name, status }) => (
        <li key={id} class={`s ${stateLetterByStatus[status]}`}>
          <a href={`${frame.prefix}/components/${id}`} dir="auto" lang={frame.written}>
            {name}
          </a>{" "}
          <span>{t(`status.${status}`)}</span>
        </li>
      ))}
      {more === 0 ? null : (
        <li>
          <a href="#components">{t("recent.more", { count: more })}</a>
        </li>
      )}
    </>
  );
}

/** Lists what else is in progress and what else is affected, a line each. */
function Rest({ frame, page }: PageStateBannerProps) {
  const { lead, rest } = cachedPageHeadline(page.snapshot);
  const headline = visiblePageHeadline(page);
  const events = lead ? [lead, ...rest] : [];
  const isFurther = lead !== null && headline.letter !== "n";
  const further = isFurther ? unexplainedComponents(page.snapshot, headline, events) : { listed: [], more: 0 };
  if (rest.length + further.listed.length === 0) return null;
  return (
    <ul class="rest">
      {rest.map((news) => (
        <li key={hrefOf(frame, news)} class={`s ${letterOfNews(news)}`}>
          <Title frame={frame} news={news} /> <span>{statusWord(frame, news)}</span>
        </li>
      ))}
      <FurtherComponents frame={frame} further={further} />
    </ul>
  );
}

/** Shows the state and the newest update first on the page, in the colour of the worst. */
export function PageStateBanner({ frame, page }: PageStateBannerProps) {
  const { lead } = cachedPageHeadline(page.snapshot);
  return (
    <section class={`banner ${pageStateLetter(page)} ${lead ? "news" : "bare"}`}>
      {lead ? <Lead frame={frame} page={page} news={lead} /> : <State frame={frame} page={page} />}
      <Rest frame={frame} page={page} />
    </section>
  );
}

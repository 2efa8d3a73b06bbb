/** @jsxImportSource ~/html */

import { updateWord } from "~/i18n/update-word";
import { shownImpact } from "~/incidents/rules/impact";
import { letterOfImpact, letterOfStatus, type StateLetter } from "~/status/state-letter";
import { calmDays, type News, promiseAt } from "../../rules/field";
import type { FieldState } from "../../rules/head-state";
import type { SeenPage } from "../../rules/seen-page";
import { ageOfNews } from "../parts/ago-text";
import { headLetter, headOf, newestOf, newsText, stateText, visibleHead } from "../parts/field-text";
import type { Frame } from "../parts/frame";
import { LastCheckedNote } from "../parts/last-checked-note";
import { say } from "../parts/say";
import { StateMark } from "../parts/state";
import { NearTime, ZonedTime } from "../parts/time-text";
import { TitleLink } from "../parts/title";

interface FieldProps {
  frame: Frame;
  page: SeenPage;
}

const hrefOf = ({ prefix }: Frame, news: News) =>
  news.kind === "incident"
    ? `${prefix}/incidents/${news.incident.id}`
    : `${prefix}/maintenances/${news.maintenance.id}`;

const Title = ({ frame, news }: { frame: Frame; news: News }) => (
  <TitleLink
    frame={frame}
    of={news.kind === "incident" ? news.incident : { title: news.maintenance.title }}
    href={hrefOf(frame, news)}
  />
);

const statusWord = ({ words }: Frame, news: News) =>
  news.kind === "incident"
    ? updateWord(words, news.incident.status)
    : words.t(`maintenance_status.${news.maintenance.status}`);

/** Shows since when it lasts, or for maintenance until when. */
const When = ({ frame, news }: { frame: Frame; news: News }) =>
  news.kind === "incident" ? (
    <span>{say(frame.words, "field.began", { time: <NearTime frame={frame} at={news.incident.startedAt} /> })}</span>
  ) : (
    <span>{say(frame.words, "field.until", { time: <ZonedTime frame={frame} at={news.maintenance.endsAt} /> })}</span>
  );

/** Shows when the next update is promised; a promise whose time has passed is not shown. */
function Promised({ frame, news }: { frame: Frame; news: News }) {
  const at = news.kind === "incident" ? promiseAt(news.incident, frame.now) : null;
  return at === null ? null : (
    <span>{say(frame.words, "field.next", { time: <NearTime frame={frame} at={at} /> })}</span>
  );
}

const updatesOf = (news: News) =>
  news.kind === "incident" ? news.incident.updates.length : news.maintenance.updates.length;

/** Shows the status, the time of the newest update, and a link to all updates. */
function StateLine({ frame, page, news }: FieldProps & { news: News }) {
  const { t } = frame.words;
  const [newest, age, count] = [newestOf(news), ageOfNews(page, frame.now), updatesOf(news)];
  return (
    <p class="when">
      <span>
        <strong>{statusWord(frame, news)}</strong> {age ? <span class="ago">{frame.dates.ago(age)} · </span> : null}
        {newest ? <ZonedTime frame={frame} at={newest.shownAt} /> : null}
      </span>
      <When frame={frame} news={news} />
      <Promised frame={frame} news={news} />
      {count > 0 ? <a href={hrefOf(frame, news)}>{t("open.all_updates", { count })}</a> : null}
    </p>
  );
}

/** Shows the beginning of the newest update. */
function Said({ frame, news }: { frame: Frame; news: News }) {
  const said = newsText(frame.words, news);
  if (said === null) return null;
  return (
    <p class="said" dir="auto" lang={said.isWritten ? frame.written : undefined}>
      {said.text}
    </p>
  );
}

const letterOfState = (state: FieldState, field: StateLetter): StateLetter =>
  state.kind === "components" ? letterOfStatus[state.status] : field;

function Lead({ frame, page, news }: FieldProps & { news: News }) {
  const { letter, state } = visibleHead(page);
  return (
    <>
      <p>
        <StateMark letter={letterOfState(state, letter)}>{stateText(frame.words, state)}</StateMark>
      </p>
      <h1>
        <Title frame={frame} news={news} />
      </h1>
      <Said frame={frame} news={news} />
      <StateLine frame={frame} page={page} news={news} />
    </>
  );
}

/** Shows the state as the headline, when there is no text about it. */
function State({ frame, page }: FieldProps) {
  const { state } = visibleHead(page);
  const calm = state.kind === "well" ? calmDays(page.snapshot, frame.now, frame.dates.dayAt) : null;
  return (
    <>
      <h1>{stateText(frame.words, state)}</h1>
      {calm === null ? null : <p>{frame.words.t("field.calm", { count: calm })}</p>}
      {state.kind === "unmonitored" ? null : <LastCheckedNote frame={frame} page={page} />}
    </>
  );
}

const letterOfNews = (news: News): StateLetter =>
  news.kind === "incident" ? letterOfImpact[shownImpact(news.incident)] : "x";

/** Lists what else is in progress, a line each. */
const Rest = ({ frame, rest }: { frame: Frame; rest: readonly News[] }) =>
  rest.length === 0 ? null : (
    <ul class="rest">
      {rest.map((news) => (
        <li key={hrefOf(frame, news)} class={`s ${letterOfNews(news)}`}>
          <Title frame={frame} news={news} /> <span>{statusWord(frame, news)}</span>
        </li>
      ))}
    </ul>
  );

/** Shows the state and the newest update first on the page, in the colour of the worst. */
export function FieldHead({ frame, page }: FieldProps) {
  const { lead, rest } = headOf(page.snapshot);
  return (
    <section class={`banner ${headLetter(page)} ${lead ? "news" : "bare"}`}>
      {lead ? <Lead frame={frame} page={page} news={lead} /> : <State frame={frame} page={page} />}
      <Rest frame={frame} rest={rest} />
    </section>
  );
}

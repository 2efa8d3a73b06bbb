import { Link } from "@remix-run/react";
import type { MailView, NoticeView } from "~/usecases/notices/view";
import { target } from "../alerts/alert-origin";
import { Detail, EmptyState, List, Row, RowLink } from "../parts/list";
import { Notice } from "../parts/notice";
import { Tag } from "../parts/status-mark";
import { TimeText } from "../parts/time-text";
import { useViewer } from "../parts/viewer";
import { audienceWords, noticeWords, stateTone, stateWords } from "./outbox-words";

const whole = new Intl.NumberFormat("en-GB");

/** How it stands, as word and colour; an instant stands beside it. */
export function NoticeState({ notice }: { notice: NoticeView }) {
  const { state } = notice;
  const tone = stateTone(state.name);
  // Over, yet not everybody was reached: nothing to show in green.
  if (state.name === "sent" && notice.failed + notice.unknown > 0) return <Tag tone="waiting">Partly sent</Tag>;
  if (state.name === "waiting") {
    return (
      <span className="inline-flex flex-wrap gap-x-2">
        <Tag tone={tone}>Waiting</Tag> until <TimeText at={state.until} exact />
      </span>
    );
  }
  if (state.name === "retrying") {
    return (
      <span className="inline-flex flex-wrap gap-x-2">
        <Tag tone={tone}>Retrying</Tag> next try <TimeText at={state.at} exact />
      </span>
    );
  }
  if (state.name === "mail_failing") return <Tag tone={tone}>Email is failing</Tag>;
  return <Tag tone={tone}>{stateWords[state.name] ?? state.name}</Tag>;
}

/** "1,200 of 5,000 told, 3 not reached, 1 perhaps told"; while a round runs, its batches. */
export function Progress({ notice }: { notice: NoticeView }) {
  const { recipients, sent, failed, unknown, batches, batchesDone, state } = notice;
  if (state.name === "sending" && batches > 0) {
    return (
      <span>
        {whole.format(batchesDone)} of {whole.format(batches)} batches done
      </span>
    );
  }
  if (recipients === 0) return null;
  return (
    <span>
      {whole.format(sent)} of {whole.format(recipients)} told
      {failed > 0 ? `, ${whole.format(failed)} not reached` : ""}
      {unknown > 0 ? `, ${whole.format(unknown)} perhaps told` : ""}
    </span>
  );
}

function NoticeTitle({ notice }: { notice: NoticeView }) {
  return (
    <>
      {noticeWords(notice.kind)}
      {notice.about ? (
        <>
          : <bdi>{notice.about}</bdi>
        </>
      ) : null}
    </>
  );
}

interface NoticeListProps {
  notices: NoticeView[];
  /** Where each can be opened; absent: what is in them is nobody's to read. */
  here?: string;
  /** Only those of one state are asked for. */
  filtered?: boolean;
}

export function NoticeList({ notices, here, filtered = false }: NoticeListProps) {
  if (notices.length === 0) {
    return (
      <EmptyState title="Nothing here">
        {filtered ? (
          <p>
            Nothing in the last 30 days has this status.{" "}
            <Link to="?" className="-my-3 inline-block py-3">
              See all notices
            </Link>
          </p>
        ) : (
          <p>Every notification, by email or to a channel, is listed here as soon as it is queued.</p>
        )}
      </EmptyState>
    );
  }
  return (
    <List>
      {notices.map((notice) => (
        <Row key={notice.id} actions={<NoticeState notice={notice} />}>
          {here === undefined ? (
            <p className="font-medium">
              <NoticeTitle notice={notice} />
            </p>
          ) : (
            <RowLink to={`${here}/${notice.id}`}>
              <NoticeTitle notice={notice} />
              <span className="sr-only">
                , <TimeText at={notice.createdAt} exact />
              </span>
            </RowLink>
          )}
          <Detail>
            <TimeText at={notice.createdAt} />
            <span>{audienceWords[notice.audience]}</span>
            <Progress notice={notice} />
          </Detail>
        </Row>
      ))}
    </List>
  );
}

const mails = (count: number) => (count === 1 ? "1 email is waiting" : `${whole.format(count)} mails wait`);

/** So long a notice may wait for its sender before people are told, in ms. */
const late = 15_000;

/** Why mail does not leave, and what waits for it; nothing while all is well. */
export function MailBanner({ mail, outbox }: { mail: MailView; outbox?: string }) {
  const { now, operator } = useViewer();
  const link = outbox ? (
    <Link to={outbox} className={target}>
      Open the outbox
    </Link>
  ) : null;
  if (mail.mailers === 0 && mail.waiting > 0) {
    return (
      <Notice tone="warning">
        No mailer is set up, so no emails are sent: {mails(mail.waiting)}, and nothing is lost. The operator sets a
        mailer under {operator ? <Link to="/manage/deployment">Deployment</Link> : "Deployment"}. {link}
      </Notice>
    );
  }
  if (mail.mailers > 0 && mail.failingSince !== null) {
    return (
      <Notice tone="warning">
        Sending is delayed: email has been failing since <TimeText at={mail.failingSince} />
        {mail.lastError ? (
          <>
            , because <bdi>“{mail.lastError}”</bdi>
          </>
        ) : null}
        . {mail.waiting === 0 ? "Nothing" : `${mails(mail.waiting)}, and nothing`} is lost. {link}
      </Notice>
    );
  }
  if (mail.mailers > 0 && mail.nextDueAt !== null && mail.nextDueAt < now - late) {
    return (
      <Notice tone="warning">
        Sending is delayed: something should have left at <TimeText at={mail.nextDueAt} />. It will be sent within a
        minute; nothing is lost. {link}
      </Notice>
    );
  }
  return null;
}

/** Notices that did not reach everybody and are tried no more. */
export function DeadLetters({ mail, outbox }: { mail: MailView; outbox: string }) {
  if (mail.dead === 0) return null;
  const what = mail.dead === 1 ? "1 notice has" : `${whole.format(mail.dead)} notices have`;
  return (
    <Notice tone="warning">
      {what} not reached everyone and won’t be retried. <Link to={`${outbox}?filter=dead`}>See them</Link>
    </Notice>
  );
}

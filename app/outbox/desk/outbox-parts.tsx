import { Link } from "@remix-run/react";
import { target } from "~/alerts/shown/desk/alert-origin";
import { Detail, EmptyState, List, Row, RowLink } from "~/ui/parts/list";
import { Notice } from "~/ui/parts/notice";
import { Sentences } from "~/ui/parts/sentences";
import { Tag } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import { useViewer } from "~/ui/parts/viewer";
import type { NoticeView } from "../view";
import type { mailIn } from "./mail-in";
import { noticeText, stateTones, useNoticeWay } from "./outbox-words";
import { useWords } from "./words/words";

/** How it stands, as word and colour; an instant stands beside it. */
export function NoticeState({ notice }: { notice: NoticeView }) {
  const { t, say } = useWords();
  const { state } = notice;
  // Over, yet not everybody was reached: nothing to show in green.
  if (state.name === "sent" && notice.failed + notice.unknown > 0) return <Tag tone="waiting">{t("state.partly")}</Tag>;
  const tag = <Tag tone={stateTones[state.name]}>{t(`state.${state.name}`)}</Tag>;
  if (state.name !== "waiting" && state.name !== "retrying") return tag;
  const at = <TimeText at={state.name === "waiting" ? state.until : state.at} exact />;
  return <span className="inline-flex flex-wrap gap-x-2">{say(`state_at.${state.name}`, { state: tag, at })}</span>;
}

/** "1,200 of 5,000 notified, 3 not reached, and 1 unconfirmed"; while a round runs, its batches. */
export function Progress({ notice }: { notice: NoticeView }) {
  const { t, list } = useWords();
  const { recipients, sent, failed, unknown, batches, batchesDone, state } = notice;
  if (state.name === "sending" && batches > 0) {
    return <span>{t("progress.batches", { done: batchesDone, count: batches })}</span>;
  }
  if (recipients === 0) return null;
  const parts = [
    t("progress.sent", { sent, recipients }),
    ...(failed > 0 ? [t("progress.failed", { count: failed })] : []),
    ...(unknown > 0 ? [t("progress.unknown", { count: unknown })] : []),
  ];
  return <span>{list(parts)}</span>;
}

function NoticeTitle({ notice }: { notice: NoticeView }) {
  const words = useWords();
  const kind = noticeText(words, notice.kind);
  return notice.about ? words.say("list.about", { kind, about: <bdi>{notice.about}</bdi> }) : kind;
}

interface NoticeListProps {
  notices: NoticeView[];
  /** Where each can be opened; absent: what is in them is nobody's to read. */
  here?: string;
  /** Only those of one state are asked for. */
  filtered?: boolean;
}

export function NoticeList({ notices, here, filtered = false }: NoticeListProps) {
  const { t } = useWords();
  const wayText = useNoticeWay();
  if (notices.length === 0) {
    return (
      <EmptyState title={t("list.empty")}>
        {filtered ? (
          <p>
            <Sentences>
              {t("list.empty_filtered")}
              <Link to="?" className="-my-3 inline-block py-3">
                {t("list.see_all")}
              </Link>
            </Sentences>
          </p>
        ) : (
          <p>{t("list.empty_hint")}</p>
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
              <NoticeTitle notice={notice} />{" "}
              <span className="sr-only">
                <TimeText at={notice.createdAt} exact />
              </span>
            </RowLink>
          )}
          <Detail>
            <TimeText at={notice.createdAt} />
            <span>{t(`audience.${notice.audience}`)}</span>
            <span>{wayText(notice.way)}</span>
            <Progress notice={notice} />
          </Detail>
        </Row>
      ))}
    </List>
  );
}

type ShownMail = ReturnType<typeof mailIn>;

/** So long a notice may wait for its sender before people are told, in ms. */
const late = 15_000;

/** Why mail does not leave, and what waits for it; nothing while all is well. */
export function MailBanner({ mail, outbox }: { mail: ShownMail; outbox?: string }) {
  const { now, operator } = useViewer();
  const { t, say } = useWords();
  const link = outbox ? (
    <Link to={outbox} className={target}>
      {t("banner.open")}
    </Link>
  ) : null;
  if (mail.mailers === 0 && mail.waiting > 0) {
    return (
      <Notice tone="warning">
        <Sentences>
          {say("banner.no_mailer", {
            count: mail.waiting,
            deployment: operator ? (
              <Link to="/manage/deployment">{t("banner.deployment")}</Link>
            ) : (
              t("banner.deployment")
            ),
          })}
          {link}
        </Sentences>
      </Notice>
    );
  }
  if (mail.mailers > 0 && mail.failingSince !== null) {
    const since = <TimeText at={mail.failingSince} />;
    return (
      <Notice tone="danger">
        <Sentences>
          {mail.lastError
            ? say("banner.failing_because", { since, error: <bdi>{mail.lastError}</bdi> })
            : say("banner.failing", { since })}
          {mail.waiting === 0 ? t("banner.nothing_lost") : t("banner.waiting", { count: mail.waiting })}
          {operator ? (
            <Link to="/manage/deployment" className={target}>
              {t("banner.mailers")}
            </Link>
          ) : (
            t("banner.ask")
          )}
          {link}
        </Sentences>
      </Notice>
    );
  }
  if (mail.mailers > 0 && mail.nextDueAt !== null && mail.nextDueAt < now - late) {
    return (
      <Notice tone="warning">
        <Sentences>
          {say("banner.late", { at: <TimeText at={mail.nextDueAt} /> })}
          {link}
        </Sentences>
      </Notice>
    );
  }
  return null;
}

/** Notices that did not reach everybody and are tried no more. */
export function DeadLetters({ mail, outbox }: { mail: ShownMail; outbox: string }) {
  const { t } = useWords();
  if (mail.dead === 0) return null;
  return (
    <Notice tone="warning">
      <Sentences>
        {t("dead.about", { count: mail.dead })}
        <Link to={`${outbox}?filter=failed`}>{t("dead.link")}</Link>
      </Sentences>
    </Notice>
  );
}

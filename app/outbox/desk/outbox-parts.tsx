import { Link } from "@remix-run/react";
import { EmptyState } from "~/ui/parts/list";
import { Sentences } from "~/ui/parts/sentences";
import { Tag } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import type { NoticeView } from "../outbox-view";
import { noticeName, outboxToneByState } from "./outbox-words";
import { useWords } from "./words/words";

/** State as word and colour, with its time if it has one. */
export function NoticeStateBadge({ notice }: { notice: NoticeView }) {
  const { t, say } = useWords();
  const { state } = notice;
  // Sent, but not to everyone, so it is not shown in green.
  if (state.name === "sent" && notice.failed + notice.unknown > 0) return <Tag tone="waiting">{t("state.partly")}</Tag>;
  const tag = <Tag tone={outboxToneByState[state.name]}>{t(`state.${state.name}`)}</Tag>;
  if (state.name !== "waiting" && state.name !== "retrying") return tag;
  const at = <TimeText at={state.name === "waiting" ? state.until : state.at} exact />;
  return <span className="inline-flex flex-wrap gap-x-2">{say(`state_at.${state.name}`, { state: tag, at })}</span>;
}

/** "1,200 of 5,000 notified, 3 not reached, and 1 unconfirmed"; while a round runs, its batches. */
export function NoticeProgressText({ notice }: { notice: NoticeView }) {
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

export function NoticeTitleText({ notice }: { notice: NoticeView }) {
  const words = useWords();
  const kind = noticeName(words, notice);
  return notice.about ? words.say("list.about", { kind, about: <bdi>{notice.about}</bdi> }) : kind;
}

/** Shown in place of an empty list. */
export function EmptyOutboxPanel({ filtered }: { filtered: boolean }) {
  const { t } = useWords();
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

import { useActionData } from "@remix-run/react";
import { Button } from "~/ui/parts/button";
import { TextField } from "~/ui/parts/field";
import { ButtonForm, PostForm } from "~/ui/parts/form";
import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { EmptyState, ListPanel, ListRow, ListRowDetail, RowLink } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { Tag } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import { useWordTable } from "~/ui/parts/words";
import { useWords } from "./words/words";

export interface ListedMailer {
  id: string;
  kindTitle: string;
  name: string;
  fromAddress: string;
  lastSentAt: number | null;
  lastFailedAt: number | null;
  lastError: string | null;
  version: number;
}

/** True when the last failure is newer than the last email sent. */
const isFailing = ({ lastSentAt, lastFailedAt }: ListedMailer): boolean =>
  lastFailedAt !== null && (lastSentAt === null || lastFailedAt > lastSentAt);

function Moves({ mailer, first, last }: { mailer: ListedMailer; first: boolean; last: boolean }) {
  const { t } = useWords();
  const directions = [...(first ? [] : (["up"] as const)), ...(last ? [] : (["down"] as const))];
  return directions.map((direction) => (
    <ButtonForm
      key={direction}
      name={`${direction}-${mailer.id}`}
      version={mailer.version}
      hidden={{ intent: "move", id: mailer.id, direction }}
    >
      <Button label={t(`list.${direction}`, { name: mailer.name })}>{direction === "up" ? "↑" : "↓"}</Button>
    </ButtonForm>
  ));
}

export function MailerStateText({ mailer }: { mailer: ListedMailer }) {
  const { t, say } = useWords();
  const { lastSentAt, lastFailedAt, lastError } = mailer;
  const sent =
    lastSentAt === null ? t("state.nothing_sent") : say("state.last_sent", { at: <TimeText at={lastSentAt} /> });
  return (
    <div className="grid gap-0.5">
      <ListRowDetail>
        <span>{sent}</span>
        {lastFailedAt === null ? null : <span>{say("state.last_failed", { at: <TimeText at={lastFailedAt} /> })}</span>}
      </ListRowDetail>
      {isFailing(mailer) && lastError ? <p className="text-sm text-danger">{lastError}</p> : null}
    </div>
  );
}

/** Mailers in the order in which they are tried. */
export function MailersPanel({ mailers }: { mailers: ListedMailer[] }) {
  const { t } = useWords();
  if (mailers.length === 0) return <EmptyState title={t("empty.none")} about={t("empty.about")} />;
  return (
    <ListPanel>
      {mailers.map((mailer, index) => (
        <ListRow
          key={mailer.id}
          actions={<Moves mailer={mailer} first={index === 0} last={index === mailers.length - 1} />}
        >
          <p className="flex flex-wrap items-center gap-2">
            <RowLink to={`/manage/deployment/mailers/${mailer.id}`}>{mailer.name}</RowLink>
            {isFailing(mailer) ? <Tag tone="alarm">{t("list.failing")}</Tag> : null}
          </p>
          <ListRowDetail>
            <span>{mailer.kindTitle}</span>
            <span>{mailer.fromAddress}</span>
          </ListRowDetail>
          <MailerStateText mailer={mailer} />
        </ListRow>
      ))}
    </ListPanel>
  );
}

/** Warning with the time since which no email has been sent. */
export function MailFailingBanner({ since }: { since: number | null }) {
  const { say } = useWords();
  if (since === null) return null;
  return <NoticeBanner tone="warning">{say("state.none_sent_since", { at: <TimeText at={since} /> })}</NoticeBanner>;
}

interface TestAnswer {
  outcome: string;
  answer: string;
}

const answerOf = (data: unknown): TestAnswer | null =>
  typeof data === "object" && data !== null && "tested" in data ? (data.tested as TestAnswer) : null;

/** Sends a test email at once and shows the server's answer. */
export function TestMailerForm() {
  const { t } = useWords();
  const words = useWordTable("test");
  const answer = answerOf(useActionData());
  return (
    <>
      {answer ? (
        <div role="status" className="grid gap-2">
          <NoticeBanner tone={answer.outcome === "sent" ? "good" : "warning"}>{words[answer.outcome]}</NoticeBanner>
          <VerbatimText label={t("test.response")}>{answer.answer}</VerbatimText>
        </div>
      ) : null}
      <PostForm name="test">
        <TextField name="to" type="email" label={t("test.to")} autoComplete="email" required />
        <div>
          <Button>{t("test.button")}</Button>
        </div>
      </PostForm>
    </>
  );
}

export function DeleteMailerSection({ version, only }: { version: number; only: boolean }) {
  const { t } = useWords();
  return (
    <CheckboxConfirmFold
      name="delete"
      version={version}
      title={t("delete.title")}
      label={t(only ? "delete.sure_only" : "delete.sure")}
      button={t("delete.button")}
    />
  );
}

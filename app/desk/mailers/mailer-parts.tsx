import { useActionData } from "@remix-run/react";
import { Button } from "../parts/button";
import { TextField } from "../parts/field";
import { ButtonForm, PostForm } from "../parts/form";
import { SureFold } from "../parts/form-part";
import { Detail, EmptyState, List, Row, RowLink, Verbatim } from "../parts/list";
import { Notice } from "../parts/notice";
import { Tag } from "../parts/status-mark";
import { TimeText } from "../parts/time-text";
import { testWords } from "../parts/words";

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

/** It failed after it had last sent something. */
const isFailing = ({ lastSentAt, lastFailedAt }: ListedMailer): boolean =>
  lastFailedAt !== null && (lastSentAt === null || lastFailedAt > lastSentAt);

function Moves({ mailer, first, last }: { mailer: ListedMailer; first: boolean; last: boolean }) {
  const directions = [...(first ? [] : ["up"]), ...(last ? [] : ["down"])];
  return directions.map((direction) => (
    <ButtonForm
      key={direction}
      name={`${direction}-${mailer.id}`}
      version={mailer.version}
      hidden={{ intent: "move", id: mailer.id, direction }}
    >
      <Button label={`Move ${mailer.name} ${direction}`}>{direction === "up" ? "↑" : "↓"}</Button>
    </ButtonForm>
  ));
}

export function MailerState({ mailer }: { mailer: ListedMailer }) {
  const { lastSentAt, lastFailedAt, lastError } = mailer;
  return (
    <div className="grid gap-0.5">
      <Detail>
        {lastSentAt === null ? (
          <span>nothing sent yet</span>
        ) : (
          <span>
            last sent <TimeText at={lastSentAt} />
          </span>
        )}
        {lastFailedAt === null ? null : (
          <span>
            last failed <TimeText at={lastFailedAt} />
          </span>
        )}
      </Detail>
      {isFailing(mailer) && lastError ? <p className="text-sm text-danger">{lastError}</p> : null}
    </div>
  );
}

/** In the order in which they are tried. */
export function MailerList({ mailers }: { mailers: ListedMailer[] }) {
  if (mailers.length === 0) {
    return (
      <EmptyState title="No mailer is set">
        <p>
          Emails wait in the outbox; nothing is lost. Add a mailer and those still relevant are sent at once. Until
          then, sign in with a link from the console.
        </p>
      </EmptyState>
    );
  }
  return (
    <List>
      {mailers.map((mailer, index) => (
        <Row
          key={mailer.id}
          actions={<Moves mailer={mailer} first={index === 0} last={index === mailers.length - 1} />}
        >
          <p className="flex flex-wrap items-center gap-2">
            <RowLink to={`/manage/deployment/mailers/${mailer.id}`}>{mailer.name}</RowLink>
            {isFailing(mailer) ? <Tag tone="alarm">Failing</Tag> : null}
          </p>
          <Detail>
            <span>{mailer.kindTitle}</span>
            <span>{mailer.fromAddress}</span>
          </Detail>
          <MailerState mailer={mailer} />
        </Row>
      ))}
    </List>
  );
}

/** Since when nothing leaves at all. */
export function MailFailing({ since }: { since: number | null }) {
  if (since === null) return null;
  return (
    <Notice tone="warning">
      No email sent since <TimeText at={since} />. Emails wait in the outbox and are retried.
    </Notice>
  );
}

interface TestAnswer {
  outcome: string;
  answer: string;
}

const answerOf = (data: unknown): TestAnswer | null =>
  typeof data === "object" && data !== null && "tested" in data ? (data.tested as TestAnswer) : null;

/** Sends a mail at once and shows what the other side said to it. */
export function TestMailer() {
  const answer = answerOf(useActionData());
  return (
    <>
      {answer ? (
        <div role="status" className="grid gap-2">
          <Notice tone={answer.outcome === "sent" ? "good" : "warning"}>{testWords[answer.outcome]}</Notice>
          <Verbatim label="Server response">{answer.answer}</Verbatim>
        </div>
      ) : null}
      <PostForm name="test">
        <TextField name="to" type="email" label="Send a test email to" autoComplete="email" required />
        <div>
          <Button>Send a test</Button>
        </div>
      </PostForm>
    </>
  );
}

export const MailerDanger = ({ version, only }: { version: number; only: boolean }) => (
  <SureFold
    name="delete"
    version={version}
    title="Delete this mailer"
    label={only ? "Yes, delete it; emails wait until there is another mailer" : "Yes, delete it"}
    button="Delete the mailer"
  />
);

import { Button } from "../parts/button";
import { ButtonForm } from "../parts/form";
import { SureFold } from "../parts/form-part";
import { Detail, EmptyState, List, Row, Verbatim } from "../parts/list";
import { Tag } from "../parts/status-mark";
import { TimeText } from "../parts/time-text";
import { channelStateTones, channelStateWords, eventWords } from "./team-words";

export interface ShownAttempt {
  at: number;
  /** HTTP status; null when there was no answer. */
  status: number | null;
  answer: string;
  milliseconds: number;
}

export interface ShownDelivery {
  id: string;
  kind: string | null;
  state: string;
  attempts: ShownAttempt[];
  dueAt: number | null;
  createdAt: number;
}

/** What an action hands back that is shown now and never again. */
export interface ShownOnce {
  shownOnce: Record<string, string>;
}

/** Of a route's action data; null when it is something else. */
export const shownOnceOf = (data: unknown): Record<string, string> | null =>
  typeof data === "object" && data !== null && "shownOnce" in data ? (data as ShownOnce).shownOnce : null;

export function Secrets({ secrets }: { secrets: Record<string, string> }) {
  return (
    <section
      className="grid gap-3 rounded-lg border border-degraded bg-warning-wash p-4"
      aria-labelledby="once"
      aria-live="polite"
    >
      <h2 id="once" className="text-lg font-semibold">
        Copy this now: it is not shown again
      </h2>
      <p>The receiver uses it to verify our messages. Lost it? Create a new one.</p>
      {Object.entries(secrets).map(([name, value]) => (
        <Verbatim key={name} label={`The ${name} of this channel`}>
          {value}
        </Verbatim>
      ))}
    </section>
  );
}

/** How a delivery to a channel stands. */
export const ChannelState = ({ state }: { state: string }) => (
  <Tag tone={channelStateTones[state as keyof typeof channelStateTones]}>{channelStateWords[state] ?? state}</Tag>
);

/** Nothing before the first one, and when none will come. */
export const NextTry = ({ dueAt, attempts }: { dueAt: number | null; attempts: readonly unknown[] }) =>
  dueAt === null || attempts.length === 0 ? null : (
    <span>
      next try <TimeText at={dueAt} exact />
    </span>
  );

/** What was answered, attempt by attempt. */
export function Attempts({ attempts }: { attempts: ShownAttempt[] }) {
  return (
    <ol className="grid gap-1 text-sm">
      {attempts.map((attempt) => (
        <li key={attempt.at} className="flex flex-wrap gap-x-3 text-soft">
          <TimeText at={attempt.at} exact />
          <span>{attempt.status === null ? "no answer" : `answered ${attempt.status}`}</span>
          <span>{attempt.milliseconds} ms</span>
          {attempt.answer ? <bdi className="min-w-0 break-words font-mono">{attempt.answer}</bdi> : null}
        </li>
      ))}
    </ol>
  );
}

const canGoAgain = ({ state, kind }: ShownDelivery) => state === "dead" && kind !== null && kind !== "test";

function Again({ delivery }: { delivery: ShownDelivery }) {
  return (
    <ButtonForm name={`retry-${delivery.id}`} hidden={{ intent: "retry", delivery: delivery.id }}>
      <Button label={`Send again: ${eventWords(delivery.kind)}`}>Send again</Button>
    </ButtonForm>
  );
}

/** What was told, newest first, with each attempt and its answer. */
export function ChannelDeliveries({ deliveries, editable }: { deliveries: ShownDelivery[]; editable: boolean }) {
  if (deliveries.length === 0) {
    return (
      <EmptyState title="No notifications sent yet">
        <p>The first one is sent when a selected event happens. Or send a test.</p>
      </EmptyState>
    );
  }
  return (
    <List>
      {deliveries.map((delivery) => (
        <Row key={delivery.id} actions={editable && canGoAgain(delivery) ? <Again delivery={delivery} /> : null}>
          <p className="font-medium">{eventWords(delivery.kind)}</p>
          <Detail>
            <TimeText at={delivery.createdAt} />
            <ChannelState state={delivery.state} />
            <NextTry {...delivery} />
          </Detail>
          <Attempts attempts={delivery.attempts} />
        </Row>
      ))}
    </List>
  );
}

/** `made` = titles of what we made for the other side. */
export function ChannelDanger({ version, made }: { version: number; made: string[] }) {
  const what = made.join(", ").toLowerCase();
  return (
    <>
      {made.length > 0 ? (
        <SureFold
          name="rotate"
          version={version}
          title={`New ${what}`}
          label="Yes, make a new one; the old one is not used from now on"
          button={`Make a new ${what}`}
        />
      ) : null}
      <SureFold
        name="delete"
        version={version}
        title="Delete this channel"
        label="Yes, delete it with its deliveries"
        button="Delete the channel"
      />
    </>
  );
}

import type { SubscriberView } from "~/usecases/subscribers/view";
import { Button } from "../parts/button";
import { ButtonForm } from "../parts/form";
import { Detail, List, Row } from "../parts/list";
import { TimeText } from "../parts/time-text";
import { scopeText, subscriberStateWords } from "./subscriber-words";

interface ActionsProps {
  subscriber: SubscriberView;
  /** The address of this list, with its filter. */
  here: string;
}

/** What an admin may do, by state; each button names whom it is about. */
function Actions({ subscriber: { id, state, address }, here }: ActionsProps) {
  const acts: [intent: string, word: string][] = [
    ...(state === "pending" ? [["resend", "Resend confirmation"] as [string, string]] : []),
    ...(state === "quarantined" ? [["release", "Resume sending"] as [string, string]] : []),
    ...(state === "active" ? [["unsubscribe", "Unsubscribe"] as [string, string]] : []),
  ];
  return (
    <>
      {acts.map(([intent, word]) => (
        <ButtonForm key={intent} name={`${intent}-${id}`} action={here} hidden={{ intent, id }}>
          <Button label={`${word} ${address}`}>{word}</Button>
        </ButtonForm>
      ))}
      <details>
        <summary className="min-h-11 py-2.5 text-danger">
          Remove…<span className="sr-only"> {address} from the list</span>
        </summary>
        <ButtonForm name={`remove-${id}`} action={here} hidden={{ intent: "remove", id }}>
          <Button look="danger" label={`Remove ${address} and its history`}>
            Remove for good
          </Button>
        </ButtonForm>
      </details>
    </>
  );
}

interface SubscriberListProps {
  subscribers: SubscriberView[];
  names: Record<string, string>;
  admin: boolean;
  here: string;
}

export function SubscriberList({ subscribers, names, admin, here }: SubscriberListProps) {
  return (
    <List>
      {subscribers.map((subscriber) => (
        <Row key={subscriber.id} actions={admin ? <Actions subscriber={subscriber} here={here} /> : null}>
          <span className="font-medium break-all" dir="ltr">
            {subscriber.address ?? "erased"}
          </span>
          <Detail>
            <span>{subscriberStateWords[subscriber.state]}</span>
            <span>{scopeText(subscriber, names)}</span>
            <span>
              since <TimeText at={subscriber.confirmedAt ?? subscriber.createdAt} />
            </span>
          </Detail>
          {subscriber.quarantineReason ? <p className="text-sm text-soft">{subscriber.quarantineReason}</p> : null}
        </Row>
      ))}
    </List>
  );
}

import type { SubscriberView } from "~/usecases/subscribers/view";
import { Button } from "../parts/button";
import { ButtonForm } from "../parts/form";
import { Detail, List, Row } from "../parts/list";
import { TimeText } from "../parts/time-text";
import { scopeText, stateText } from "./subscriber-words";
import { useWords } from "./words";

/** As the loader prints it, in the reader's language. */
type ShownSubscriber = Omit<SubscriberView, "quarantineReason"> & { quarantineReason: string | null };

interface ActionsProps {
  subscriber: ShownSubscriber;
  /** The address of this list, with its filter. */
  here: string;
}

/** By state: what is offered beside removing. */
const deeds: Record<string, "resend" | "release" | "unsubscribe"> = {
  pending: "resend",
  quarantined: "release",
  active: "unsubscribe",
};

/** What an admin may do, by state; each button names whom it is about. */
function Actions({ subscriber, here }: ActionsProps) {
  const { t } = useWords();
  const { id, state } = subscriber;
  const address = subscriber.address ?? t("list.erased");
  const intent = deeds[state];
  return (
    <>
      {intent ? (
        <ButtonForm name={`${intent}-${id}`} action={here} hidden={{ intent, id }}>
          <Button label={t(`deed_of.${intent}`, { address })}>{t(`deed.${intent}`)}</Button>
        </ButtonForm>
      ) : null}
      <details>
        <summary className="min-h-11 py-2.5 text-danger" aria-label={t("deed_of.open_remove", { address })}>
          {t("deed.open_remove")}
        </summary>
        <ButtonForm name={`remove-${id}`} action={here} hidden={{ intent: "remove", id }}>
          <Button look="danger" label={t("deed_of.remove", { address })}>
            {t("deed.remove")}
          </Button>
        </ButtonForm>
      </details>
    </>
  );
}

interface SubscriberListProps {
  subscribers: ShownSubscriber[];
  names: Record<string, string>;
  admin: boolean;
  here: string;
}

export function SubscriberList({ subscribers, names, admin, here }: SubscriberListProps) {
  const words = useWords();
  const { t, say } = words;
  return (
    <List>
      {subscribers.map((subscriber) => (
        <Row key={subscriber.id} actions={admin ? <Actions subscriber={subscriber} here={here} /> : null}>
          <span className="font-medium break-all" dir="ltr">
            {subscriber.address ?? t("list.erased")}
          </span>
          <Detail>
            <span>{stateText(words, subscriber.state)}</span>
            <span>{scopeText(words, subscriber, names)}</span>
            <span>{say("list.since", { at: <TimeText at={subscriber.confirmedAt ?? subscriber.createdAt} /> })}</span>
          </Detail>
          {subscriber.quarantineReason ? <p className="text-sm text-soft">{subscriber.quarantineReason}</p> : null}
        </Row>
      ))}
    </List>
  );
}

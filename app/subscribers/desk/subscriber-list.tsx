import { Link } from "@remix-run/react";
import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { List, ListDetail, ListRow } from "~/ui/parts/list";
import { ListCheckbox } from "~/ui/parts/tick";
import { TimeText } from "~/ui/parts/time-text";
import { useViewer } from "~/ui/parts/viewer";
import type { SubscriberView } from "../subscriber-view";
import { subscriberNameText, subscriberStateText, subscriberWayText, subscriptionScopeText } from "./subscriber-texts";
import { useWords } from "./words/words";

/** A subscriber with texts in the reader's language, as the loader returns it. */
type ShownSubscriber = Omit<SubscriberView, "quarantineReason" | "pausedReason"> & {
  quarantineReason: string | null;
  pausedReason: string | null;
};

interface ActionsProps {
  subscriber: ShownSubscriber;
  /** Path of this list. */
  here: string;
  /** Query parameters of the list: its filter and place. */
  shown: [string, string][];
  mail: boolean;
}

/** Action by state, offered beside removing. */
const actionByState: Record<string, "resend" | "release" | "unsubscribe"> = {
  pending: "resend",
  quarantined: "release",
  active: "unsubscribe",
};

/** Actions of an admin by state; each button's label names the subscriber. */
function Actions({ subscriber, here, shown, mail }: ActionsProps) {
  const words = useWords();
  const { t } = words;
  const { id, state, askedAt } = subscriber;
  const address = subscriberNameText(words, subscriber);
  // An import sends one confirmation request, which is not sent again.
  const intent = state === "pending" && (!mail || askedAt !== null) ? undefined : actionByState[state];
  return (
    <>
      {intent ? (
        <ButtonForm name={`${intent}-${id}`} action={here} hidden={{ intent, id }}>
          <Button label={t(`deed_of.${intent}`, { address })}>{t(`deed.${intent}`)}</Button>
        </ButtonForm>
      ) : null}
      <Link
        to={`${here}?${new URLSearchParams([...shown, ["remove", id]])}`}
        className="inline-flex min-h-hit items-center text-danger"
        aria-label={t("deed_of.open_remove", { address })}
      >
        {t("deed.open_remove")}
      </Link>
    </>
  );
}

const severalForm = "several";

/** Button to remove the selected subscribers; the next page must be confirmed. */
export function RemoveSelectedForm({ here, shown }: Pick<ActionsProps, "here" | "shown">) {
  const { t } = useWords();
  return (
    <form id={severalForm} method="get" action={here} aria-label={t("several.form")}>
      {shown.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button>{t("several.open_remove")}</Button>
    </form>
  );
}

interface RemovalProps extends Pick<ActionsProps, "here" | "shown"> {
  subscribers: ShownSubscriber[];
}

/** Confirmation for several subscribers, listed by name. */
export function RemoveSubscribersForm({ subscribers, here, shown }: RemovalProps) {
  const words = useWords();
  const { t } = words;
  return (
    <section className="grid gap-4" aria-labelledby="remove">
      <h2 id="remove" className="text-lg font-semibold">
        {t("several.title", { count: subscribers.length })}
      </h2>
      <ul className="list-disc ps-5">
        {subscribers.map((each) => (
          <li key={each.id} className="break-all">
            <bdi>{subscriberNameText(words, each)}</bdi>
          </li>
        ))}
      </ul>
      <p>{t("several.about")}</p>
      <div className="flex flex-wrap items-center gap-4">
        <ButtonForm name="remove-several" action={here} hidden={{ intent: "remove", sure: "on" }}>
          {subscribers.map(({ id }) => (
            <input key={id} type="hidden" name="id" value={id} />
          ))}
          <Button look="danger">{t("deed.remove")}</Button>
        </ButtonForm>
        <Link to={`${here}?${new URLSearchParams(shown)}`} className="inline-flex min-h-hit items-center">
          {t("several.keep")}
        </Link>
      </div>
    </section>
  );
}

/** Confirmation on a page of its own, because a removed address cannot be restored. */
export function RemoveSubscriberForm({ subscriber, here, shown }: Omit<ActionsProps, "mail">) {
  const words = useWords();
  const { t } = words;
  const { id } = subscriber;
  const address = subscriberNameText(words, subscriber);
  return (
    <section className="grid gap-4" aria-labelledby="remove">
      <h2 id="remove" className="text-lg font-semibold break-all">
        {t("remove.title", { address })}
      </h2>
      <p>{t("remove.about")}</p>
      <div className="flex flex-wrap items-center gap-4">
        <ButtonForm name={`remove-${id}`} action={here} hidden={{ intent: "remove", id, sure: "on" }}>
          <Button look="danger">{t("deed.remove")}</Button>
        </ButtonForm>
        <Link to={`${here}?${new URLSearchParams(shown)}`} className="inline-flex min-h-hit items-center">
          {t("remove.keep")}
        </Link>
      </div>
    </section>
  );
}

/** Time since which they get updates, or at which their confirmation request is sent. */
function Since({ subscriber: { state, askedAt, confirmedAt, createdAt } }: { subscriber: ShownSubscriber }) {
  const { say } = useWords();
  const { now } = useViewer();
  const isImportedRequest = state === "pending" && askedAt !== null;
  const key = !isImportedRequest ? "list.since" : askedAt > now ? "list.to_ask" : "list.asked";
  return <span>{say(key, { at: <TimeText at={isImportedRequest ? askedAt : (confirmedAt ?? createdAt)} /> })}</span>;
}

interface SubscriberListProps {
  subscribers: ShownSubscriber[];
  names: Record<string, string>;
  admin: boolean;
  here: string;
  shown: [string, string][];
  mail: boolean;
}

export function SubscriberList({ subscribers, names, admin, here, shown, mail }: SubscriberListProps) {
  const words = useWords();
  const { t } = words;
  return (
    <List>
      {subscribers.map((subscriber) => (
        <ListRow
          key={subscriber.id}
          actions={admin ? <Actions subscriber={subscriber} here={here} shown={shown} mail={mail} /> : null}
        >
          <div className="flex items-center gap-1">
            {admin && subscribers.length > 1 ? (
              <ListCheckbox
                form={severalForm}
                name="remove"
                value={subscriber.id}
                label={t("several.choose", { address: subscriberNameText(words, subscriber) })}
              />
            ) : null}
            <bdi className="font-medium break-all">
              {subscriber.address ??
                (subscriber.kind === "email" ? t("list.erased") : subscriberWayText(words, subscriber.kind))}
            </bdi>
          </div>
          <ListDetail>
            <span>{subscriberWayText(words, subscriber.kind)}</span>
            <span>{subscriberStateText(words, subscriber.pausedReason === null ? subscriber.state : "paused")}</span>
            <span>{subscriptionScopeText(words, subscriber, names)}</span>
            <Since subscriber={subscriber} />
          </ListDetail>
          {[subscriber.quarantineReason, subscriber.pausedReason].map((reason) =>
            reason ? (
              <p key={reason} className="text-sm text-soft">
                {reason}
              </p>
            ) : null,
          )}
        </ListRow>
      ))}
    </List>
  );
}

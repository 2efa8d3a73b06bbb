import { parseSubscriberKind } from "~/notifications/rules/contact-ways";
import type { SubscriberCount } from "../counts";
import type { NotificationReachRange } from "../reach";
import type { SubscriberView } from "../subscriber-view";
import { useWords, type wordsIn } from "./words/words";

type SubscriberWords = ReturnType<typeof wordsIn>;

/** States in the order of importance. */
export const listedSubscriberStates = ["active", "pending", "quarantined", "unsubscribed"] as const;

export const subscriptionScopesInListOrder = ["page", "components", "incident"] as const;

/** Returns the word for a state; the value itself when it is unknown. */
export function subscriberStateText({ t }: SubscriberWords, state: string): string {
  const knownValue = [...listedSubscriberStates, "paused" as const].find((each) => each === state);
  return knownValue ? t(`state.${knownValue}`) : state;
}

/** Returns the word for a way; the value itself when it is unknown. */
export function subscriberWayText({ t }: SubscriberWords, kind: string): string {
  const knownValue = parseSubscriberKind(kind);
  return knownValue ? t(`way.${knownValue}`) : kind;
}

/** Returns the subscriber's name for a button. */
export function subscriberNameText(
  words: SubscriberWords,
  { kind, address }: Pick<SubscriberView, "kind" | "address">,
): string {
  if (kind === "email") return address ?? words.t("list.erased");
  const way = subscriberWayText(words, kind);
  return address === null ? way : words.t("list.named", { way, address });
}

/** Returns "Whole page", or the names of the components. */
export function subscriptionScopeText(
  { t, list }: SubscriberWords,
  subscriber: Pick<SubscriberView, "scope" | "componentIds">,
  names: Record<string, string>,
) {
  const { scope, componentIds } = subscriber;
  if (scope === "components") return list(componentIds.map((id) => names[id] ?? t("list.removed_component")));
  const knownValue = subscriptionScopesInListOrder.find((each) => each === scope);
  return knownValue ? t(`scope.${knownValue}`) : scope;
}

/** Returns one total per state. */
export const totalsByState = (counts: readonly SubscriberCount[]): [state: string, count: number][] =>
  listedSubscriberStates.map((state) => [
    state,
    counts.filter((each) => each.state === state).reduce((sum, each) => sum + each.count, 0),
  ]);

/** Returns functions for the number of people reached, shown beside the button that sends. */
export function useReachTexts() {
  const { t } = useWords();
  const reachText = (people: number): string =>
    people === 0 ? t("reach.nobody") : t("reach.people", { count: people });
  /**
   * Returns the range while the components are not chosen, from the number of people reached without any to that with
   * all.
   */
  const reachRange = ({ least, most }: NotificationReachRange): string =>
    least === most ? reachText(most) : t("reach.range", { least, count: most });
  return { reachText, reachRange };
}

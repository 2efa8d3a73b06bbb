import type { NextOffer } from "../parts/viewer";
import { wordsIn } from "./words";

/** Paths, below a page's management, at which the steps of its set-up are done. */
const places = {
  origins: "sources/new",
  monitor: "monitors/new",
  report: "sources",
  alert: "channels/new",
  team: "people",
  subscribers: "subscribers/new",
} as const;

/** Steps that are done in one of two ways. */
const otherWays: Readonly<Record<string, keyof typeof places>> = { origins: "monitor" };

const isStep = (text: string): text is keyof typeof places => Object.hasOwn(places, text);

/** Returns the ways to the next step of the page's set-up, as `&next=` beside `?done=` names it. */
export function nextStepsOf(url: URL, language: string): NextOffer[] {
  const step = url.searchParams.get("next") ?? "";
  const [, manage, slug] = url.pathname.split("/");
  if (!isStep(step) || !slug || manage !== "manage" || !url.searchParams.has("done")) return [];
  const other = otherWays[step];
  const { t } = wordsIn(language);
  return [step, ...(other ? [other] : [])].map((each) => ({
    to: `/manage/${slug}/${places[each]}`,
    label: t(`next.${each}`),
  }));
}

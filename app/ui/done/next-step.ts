import type { NextOffer } from "../parts/viewer";
import { wordsIn } from "./words";

/** Paths, below a page's management, at which the steps of its set-up are done. */
const places = {
  origins: "sources/new",
  report: "sources",
  alert: "channels/new",
  team: "people",
  subscribers: "subscribers/new",
} as const;

const isStep = (text: string): text is keyof typeof places => Object.hasOwn(places, text);

/** Returns the next step of the page's set-up, as `&next=` beside `?done=` names it; null when it names none. */
export function nextStepOf(url: URL, language: string): NextOffer | null {
  const step = url.searchParams.get("next") ?? "";
  const [, manage, slug] = url.pathname.split("/");
  if (!isStep(step) || !slug || manage !== "manage" || !url.searchParams.has("done")) return null;
  return { to: `/manage/${slug}/${places[step]}`, label: wordsIn(language).t(`next.${step}`) };
}

import { refusalText } from "~/i18n/refusal-text";
import type { ListedChannelDelivery } from "../delivery-view";

/** What each attempt of a delivery came to, in the reader's language; loaders ask, so that browsers need no catalogue. */
export const attemptsIn = (language: string, { attempts }: Pick<ListedChannelDelivery, "attempts">) =>
  attempts.map((each) => ({ ...each, answer: refusalText(each.answer, language) }));

import { refusalText } from "~/i18n/refusal-text";
import type { ListedChannelDelivery } from "../deliveries";

/**
 * Returns a delivery's attempts with their answers in the reader's language; called by loaders, so that browsers need
 * no catalogue.
 */
export const translateDeliveryAttempts = (language: string, { attempts }: Pick<ListedChannelDelivery, "attempts">) =>
  attempts.map((each) => ({ ...each, answer: refusalText(each.answer, language) }));

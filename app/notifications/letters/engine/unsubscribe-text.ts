import type { Words } from "~/i18n/words";
import { isUnsubscribableByReply } from "../../rules/contact-ways";

/** Returns the text beside the link of a subscription, as its kind of channel needs it. */
export const unsubscribeText = ({ t }: Words, channel: string | null | undefined): string =>
  isUnsubscribableByReply(channel ?? "") ? t("sms.stop") : t("mail.change");

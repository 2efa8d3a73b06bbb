import type { Words } from "~/i18n/words";
import { isLeftByReply } from "../../rules/ways";

/** Beside the link of a subscription, as its kind of channel has it. */
export const leavingIn = ({ t }: Words, channel: string | null | undefined): string =>
  isLeftByReply(channel ?? "") ? t("sms.stop") : t("mail.change");

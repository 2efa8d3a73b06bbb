import { refusalTextIn } from "~/i18n/refusal-text";
import type { MailView } from "../outbox-view";

/** Returns the state of email, with the reason of failure in the reader's language. */
export const mailIn = (language: string, mail: MailView) => ({
  ...mail,
  lastError: refusalTextIn(language)(mail.lastError),
});

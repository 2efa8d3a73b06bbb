import { refusalTextFormatter } from "~/i18n/refusal-text";
import type { MailSendingView } from "../outbox-view";

/** Returns the state of email, with the reason of failure in the reader's language. */
export const localiseMailSendingView = (language: string, mail: MailSendingView) => ({
  ...mail,
  lastError: refusalTextFormatter(language)(mail.lastError),
});

import { refusalTextFormatter } from "~/i18n/refusal-text";
import type { MailView } from "../outbox-view";

/** Returns the state of email, with the reason of failure in the reader's language. */
export const localisedMailView = (language: string, mail: MailView) => ({
  ...mail,
  lastError: refusalTextFormatter(language)(mail.lastError),
});

import { whyIn } from "~/i18n/refusal-text";
import type { MailView } from "../view";

/** Returns the state of email, with the reason of failure in the reader's language. */
export const mailIn = (language: string, mail: MailView) => ({ ...mail, lastError: whyIn(language)(mail.lastError) });

import { whyIn } from "~/i18n/refusal-text";
import type { MailView } from "../view";

/** How email stands, with why it fails in the reader's language. */
export const mailIn = (language: string, mail: MailView) => ({ ...mail, lastError: whyIn(language)(mail.lastError) });

import { withoutNamedSecrets } from "~/access/named-secrets";
import { maxEvidenceBodyChars, type ResponseEvidence } from "./evidence";

const written = (control: string) =>
  control === "\r" ? "\\r" : `\\x${control.charCodeAt(0).toString(16).padStart(2, "0")}`;

/** Writes control characters as visible text, except tabs and line breaks: outside HTML they may be the fault. */
export const showControlChars = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, written);

/** Returns an answer received by an external checker, which strikes out the secrets that it knows. */
export const receivedAnswerEvidence = (text: string): ResponseEvidence => ({
  headers: [],
  body: withoutNamedSecrets(showControlChars(text)).slice(0, maxEvidenceBodyChars),
});

import { withoutNamedSecrets } from "~/access/named-secrets";
import { type Answer, bodyShown } from "./evidence";

const written = (control: string) =>
  control === "\r" ? "\\r" : `\\x${control.charCodeAt(0).toString(16).padStart(2, "0")}`;

/** Where it is no page, control characters may be what is wrong: they are written out, but for tabs and ends of lines. */
export const visibleControls = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, written);

/** What a checker of somebody's own received; secrets that it knows are struck out there. */
export const receivedAnswer = (text: string): Answer => ({
  headers: [],
  body: withoutNamedSecrets(visibleControls(text)).slice(0, bodyShown),
});

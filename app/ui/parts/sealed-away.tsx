import { Notice } from "./notice";
import { useWords } from "./part-words";

interface SealedAwayProps {
  what: string;
  /** What one does instead of setting the secret again. */
  again: string;
}

/** What cannot be shown because its secret is not set any more, and what to do. */
export function SealedAway({ what, again }: SealedAwayProps) {
  return <Notice>{useWords().t("address.sealed", { what, again })}</Notice>;
}

import { Notice } from "./notice";
import { useWords } from "./part-words";

interface SealedAwayProps {
  what: string;
  /** Alternative to setting the secret again. */
  again: string;
}

/** Notice that a value cannot be shown because its secret is no longer set, with what to do. */
export function SealedNotice({ what, again }: SealedAwayProps) {
  return <Notice>{useWords().t("address.sealed", { what, again })}</Notice>;
}

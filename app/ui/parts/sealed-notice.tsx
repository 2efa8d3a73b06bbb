import { NoticeBanner } from "./notice";
import { useWords } from "./part-words";

interface SealedAwayProps {
  what: string;
  /** Alternative to setting the secret again. */
  again: string;
}

/** Notice that a value cannot be shown because its secret is no longer set, with what to do. */
export function SealedValueBanner({ what, again }: SealedAwayProps) {
  return <NoticeBanner>{useWords().t("address.sealed", { what, again })}</NoticeBanner>;
}

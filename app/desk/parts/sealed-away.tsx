import { Notice } from "./notice";

interface SealedAwayProps {
  what: string;
  /** What one does instead of setting the secret again. */
  again: string;
}

/** What cannot be shown because its secret is not set any more, and what to do. */
export function SealedAway({ what, again }: SealedAwayProps) {
  return (
    <Notice>
      {what} works as before, but was sealed with a secret that is no longer set: set it as UPFRONT_SECRET_OLD again to
      read it here, or {again}.
    </Notice>
  );
}

/** @jsxImportSource ~/html */
import { timeLimitText } from "~/i18n/span";
import type { Words } from "~/i18n/words";

/** The facts of a form that asks for a passphrase. */
export interface UnlockFormFacts {
  /** The address to which the form posts. */
  action: string;
  /** For browsers that do not send the origin of a form. */
  token: string;
  /** The sign-in address for members; null on a page's own host, which has no sessions. */
  signIn: string | null;
}

interface UnlockFormProps extends UnlockFormFacts {
  words: Words;
  wrong?: "wrong" | "limited" | null;
  /** Ms until the next attempt is allowed; 0 = now. */
  wait?: number;
}

/** Asks for the passphrase of a page, on every address that shows none. */
export const UnlockForm = ({ words, words: { t }, action, token, signIn, wrong = null, wait = 0 }: UnlockFormProps) => (
  <>
    <form class="f" method="post" action={action} novalidate>
      <input type="hidden" name="_token" value={token} />
      <div>
        <label for="passphrase">{t("unlock.passphrase")}</label>
        <input
          id="passphrase"
          name="passphrase"
          type="text"
          value=""
          autocomplete="off"
          {...(wrong
            ? ({ "aria-invalid": "true", "aria-describedby": "passphrase-error", autofocus: true } as const)
            : {})}
        />
        {wrong ? (
          <p class="wrong" id="passphrase-error" role="alert">
            {t(`unlock.${wrong}`, { length: timeLimitText(words, wait) })}
          </p>
        ) : null}
      </div>
      <button type="submit">{t("unlock.button")}</button>
    </form>
    {signIn === null ? null : (
      <p class="more">
        <a href={signIn}>{t("unlock.member")}</a>
      </p>
    )}
  </>
);

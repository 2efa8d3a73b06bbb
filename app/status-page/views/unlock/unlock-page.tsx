/** @jsxImportSource ~/html */
import { pageUnlockMs } from "~/auth/keyring";
import { timeLimitText } from "~/i18n/span";
import type { Words } from "~/i18n/words";
import { NeutralPageHeader } from "../frame/failure-page";

interface UnlockPageProps {
  words: Words;
  /** The address to which the form posts, which is the present one. */
  action: string;
  /** For browsers that do not send the origin of a form. */
  token: string;
  /** The sign-in address for members; null on a page's own host, which has no sessions. */
  signIn: string | null;
  wrong: "wrong" | "limited" | null;
  /** Ms until the next attempt is allowed; 0 = now. */
  wait: number;
}

/** The same for every address, whether or not it has a page. */
export const UnlockPage = ({ words, words: { t }, wait, action, token, signIn, wrong }: UnlockPageProps) => (
  <>
    <NeutralPageHeader words={words} />
    <main class="failure" id="main">
      <h1>{t("unlock.heading")}</h1>
      <p>{t("unlock.about", { length: timeLimitText(words, pageUnlockMs) })}</p>
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
    </main>
  </>
);

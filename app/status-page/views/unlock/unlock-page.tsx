/** @jsxImportSource ~/html */
import { unlockedFor } from "~/auth/keyring";
import { lengthText } from "~/i18n/span";
import type { Words } from "~/i18n/words";
import { NobodysHeader } from "../frame/failure-page";

interface UnlockPageProps {
  words: Words;
  /** Where it posts: the address at hand. */
  action: string;
  /** For browsers that do not say where a form comes from. */
  token: string;
  /** Where members sign in; null on a page's own host, which knows no sessions. */
  signIn: string | null;
  wrong: "wrong" | "limited" | null;
  /** Until it may be tried again, ms; 0 = now. */
  wait: number;
}

/** The same for every address, whether there is a page or not. */
export const UnlockPage = ({ words, words: { t }, wait, action, token, signIn, wrong }: UnlockPageProps) => (
  <>
    <NobodysHeader words={words} />
    <main class="failure" id="main">
      <h1>{t("unlock.heading")}</h1>
      <p>{t("unlock.about", { length: lengthText(words, unlockedFor) })}</p>
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
              {t(`unlock.${wrong}`, { length: lengthText(words, wait) })}
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

/** @jsxImportSource ~/html */
import { pageUnlockMs } from "~/auth/keyring";
import { timeLimitText } from "~/i18n/span";
import type { Words } from "~/i18n/words";
import { NeutralPageHeader } from "../frame/failure-page";
import { UnlockForm, type UnlockFormFacts } from "../parts/unlock-form";

interface UnlockPageProps extends UnlockFormFacts {
  words: Words;
  wrong: "wrong" | "limited" | null;
  /** Ms until the next attempt is allowed; 0 = now. */
  wait: number;
}

/** The same for every address, whether or not it has a page. */
export const UnlockPage = ({ words, ...form }: UnlockPageProps) => (
  <>
    <NeutralPageHeader words={words} />
    <main class="failure" id="main">
      <h1>{words.t("unlock.heading")}</h1>
      <p>{words.t("unlock.about", { length: timeLimitText(words, pageUnlockMs) })}</p>
      <UnlockForm words={words} {...form} />
    </main>
  </>
);

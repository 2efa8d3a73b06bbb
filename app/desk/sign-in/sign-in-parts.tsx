import type { SignInWays } from "~/usecases/people/sign-in-ways";
import { Fold, Section } from "../parts/list";
import { Notice } from "../parts/notice";
import { Verbatim } from "../parts/verbatim";
import { NoPasskeys, PasskeyForm } from "./passkey-form";
import { useWords } from "./words";

/** Said before anybody waits for a mail that does not come. */
export function MailTrouble({ mail }: { mail: SignInWays["mail"] }) {
  const { t } = useWords();
  if (mail === "works") return null;
  return <Notice tone="warning">{t(`email.${mail}`)}</Notice>;
}

interface PasskeySignInProps {
  action: string;
  place: SignInWays["passkeys"];
  mail: SignInWays["mail"];
  look: "primary" | "quiet";
}

export function PasskeySignIn({ action, place, mail, look }: PasskeySignInProps) {
  const { t } = useWords();
  return (
    <Section title={t("passkey.section")}>
      {place.possible ? (
        <PasskeyForm
          name="passkey"
          action={action}
          label={t("passkey.button")}
          look={look}
          instead={t(mail === "none" ? "passkey.link_from_console" : "passkey.link_by_email")}
          whole
        />
      ) : (
        <NoPasskeys place={place} />
      )}
    </Section>
  );
}

export function ConsoleFold({ open }: { open: boolean }) {
  const { t } = useWords();
  return (
    <Fold title={t("console.title")} open={open}>
      <p className="max-w-prose">{t("console.how")}</p>
      <Verbatim label={t("console.command")}>npm run token</Verbatim>
      <p className="max-w-prose">{t("console.use")}</p>
    </Fold>
  );
}

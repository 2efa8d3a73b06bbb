import { Fold, Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { VerbatimText } from "~/ui/parts/verbatim";
import type { SignInMethods } from "../../sign-in-ways";
import { NoPasskeysText, PasskeyForm } from "./passkey-form";
import { useWords } from "./words/words";

/** Warns before people wait for an email that does not arrive. */
export function MailTroubleBanner({ mail }: { mail: SignInMethods["mail"] }) {
  const { t } = useWords();
  if (mail === "works") return null;
  return <NoticeBanner tone="warning">{t(`email.${mail}`)}</NoticeBanner>;
}

interface PasskeySignInProps {
  action: string;
  ways: SignInMethods;
  look: "primary" | "quiet";
}

export function PasskeySignInSection({ action, ways, look }: PasskeySignInProps) {
  const { passkeys: place, mail, hasPasskey } = ways;
  const { t } = useWords();
  if (place.possible && !hasPasskey) return null;
  return (
    <Section title={t("passkey.section")}>
      {place.possible ? (
        <PasskeyForm
          name="passkey"
          action={action}
          label={t("passkey.button")}
          look={look}
          instead={t(mail === "works" || mail === "failing" ? "passkey.link_by_email" : "passkey.link_from_console")}
          whole
        />
      ) : (
        <NoPasskeysText place={place} />
      )}
    </Section>
  );
}

/** Explains the console. `command`: prints a link where the deployment runs. */
export function ConsoleSignInFold({ open, command }: { open: boolean; command: string }) {
  const { t } = useWords();
  return (
    <Fold title={t("console.title")} open={open}>
      <p className="max-w-prose">{t("console.how")}</p>
      <VerbatimText label={t("console.command")}>{command}</VerbatimText>
      <p className="max-w-prose">{t("console.use")}</p>
    </Fold>
  );
}

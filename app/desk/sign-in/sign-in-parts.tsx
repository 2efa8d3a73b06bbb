import type { SignInWays } from "~/usecases/people/sign-in-ways";
import { Fold, Section, Verbatim } from "../parts/list";
import { Notice } from "../parts/notice";
import { NoPasskeys, PasskeyForm } from "./passkey-form";

const troubleWords = {
  failing: "We can’t send email right now: a link may be delayed or not arrive.",
  none: "Email isn’t set up for this deployment yet.",
} as const;

/** Said before anybody waits for a mail that does not come. */
export function MailTrouble({ mail }: { mail: SignInWays["mail"] }) {
  if (mail === "works") return null;
  return <Notice tone="warning">{troubleWords[mail]} The other ways in on this page work without it.</Notice>;
}

interface PasskeySignInProps {
  action: string;
  place: SignInWays["passkeys"];
  mail: SignInWays["mail"];
  look: "primary" | "quiet";
}

export function PasskeySignIn({ action, place, mail, look }: PasskeySignInProps) {
  return (
    <Section title="Passkey">
      {place.possible ? (
        <PasskeyForm
          name="passkey"
          action={action}
          label="Sign in with a passkey"
          look={look}
          instead={mail === "none" ? "Get a link from the console instead." : "Get a link by email instead."}
          whole
        />
      ) : (
        <NoPasskeys place={place} />
      )}
    </Section>
  );
}

export function ConsoleFold({ open }: { open: boolean }) {
  return (
    <Fold title="No email, or no address here yet?" open={open}>
      <p className="max-w-prose">
        The operator's console prints a one-time link at the first start. For a new one run this where the deployment
        runs:
      </p>
      <Verbatim label="Command for a new link">npm run token</Verbatim>
      <p className="max-w-prose">
        Such a link works once and for 60 minutes. Open it in this browser and press its button.
      </p>
    </Fold>
  );
}

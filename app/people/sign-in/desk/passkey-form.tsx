import { type ReactNode, useRef } from "react";
import { Button } from "~/ui/parts/button";
import { PostForm, useFormState } from "~/ui/parts/form";
import { NoticeBanner } from "~/ui/parts/notice";
import type { PasskeyRelyingParty } from "../../rules/passkey";
import type { PasskeyCeremony } from "./passkey-ceremony";
import { usePasskeyCeremony } from "./use-ceremony";
import { usePasskeySupport } from "./use-passkey-support";
import { useWords } from "./words/words";

/** The action's answer that asks for the ceremony. */
interface CeremonyData {
  ceremony?: PasskeyCeremony;
}

/** Says why there can be no passkeys, and which address can have them. */
export function NoPasskeysText({ place }: { place: Extract<PasskeyRelyingParty, { possible: false }> }) {
  const { why, instead } = place;
  const { t, say } = useWords();
  return (
    <p className="max-w-prose text-soft">
      {instead === null
        ? t(`no_passkeys.${why}`)
        : say("no_passkeys.address_instead", { link: <a href={instead}>{instead}</a> })}
    </p>
  );
}

function WithoutScript({ instead }: { instead: string }) {
  const { t, sentences } = useWords();
  return (
    <noscript>
      <p className="max-w-prose">{sentences([t("passkey.no_script"), instead])}</p>
    </noscript>
  );
}

interface PasskeyFormProps {
  name: string;
  action?: string;
  label: string;
  look: "primary" | "quiet";
  /** Text on what to do without JavaScript. */
  instead: string;
  /** True when the answer signs in, so that it is sent as a document. */
  whole?: boolean;
  children?: ReactNode;
}

/** Replaces the button where it could not work: without JavaScript, and in browsers that do not support passkeys. */
function Impossible({ instead, unsupported }: { instead: string; unsupported: boolean }) {
  const { t, sentences } = useWords();
  if (!unsupported) return <WithoutScript instead={instead} />;
  return <p className="max-w-prose">{sentences([t("trouble.unsupported"), instead])}</p>;
}

/** Two forms of one name: the first asks the server for a challenge, the second returns the credential as text. */
export function PasskeyForm({ name, action, label, look, instead, whole = false, children }: PasskeyFormProps) {
  const { t, sentences } = useWords();
  const state = useFormState(name);
  const ceremony = (state as CeremonyData | null)?.ceremony ?? null;
  const answer = useRef<HTMLInputElement>(null);
  const trouble = usePasskeyCeremony(ceremony, answer);
  const support = usePasskeySupport();
  const around = { name, ...(action ? { action } : {}) };
  if (!ceremony && support !== "yes") return <Impossible instead={instead} unsupported={support === "no"} />;
  if (!ceremony || trouble !== null) {
    return (
      <PostForm key="begin" {...around} hidden={{ intent: "passkey-begin" }} typing={children !== undefined}>
        {trouble ? (
          <div role="alert">
            <NoticeBanner tone="warning">
              {sentences([t(`trouble.${trouble}`), t("passkey.nothing_changed")])}
            </NoticeBanner>
          </div>
        ) : null}
        {children}
        <div>
          <Button look={look}>{label}</Button>
        </div>
      </PostForm>
    );
  }
  const typed = Object.fromEntries(Object.entries(state?.values ?? {}).filter(([field]) => field === "name"));
  return (
    <PostForm key="finish" {...around} hidden={{ ...typed, intent: "passkey-finish" }} whole={whole} typing={false}>
      <input ref={answer} type="hidden" name="credential" defaultValue="" />
      <div role="status">
        <NoticeBanner>{t("passkey.asking")}</NoticeBanner>
      </div>
      <WithoutScript instead={instead} />
    </PostForm>
  );
}

import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { SealedValueBanner } from "~/ui/parts/sealed-notice";
import { VerbatimText } from "~/ui/parts/verbatim";
import { useWords } from "./words/words";

/** Parameter of an address by slug: the first ping creates the heartbeat. */
const creating = "?create=1";

interface PingKeyPanelProps {
  pingKey: { made: boolean; key: string | null; version: number };
  origin: string;
}

/** The key for addresses by slug; one for all heartbeats of the page. */
export function PingKeyPanel({ pingKey, origin }: PingKeyPanelProps) {
  const { t, say } = useWords();
  const parameter = <code className="whitespace-nowrap">{creating}</code>;
  if (!pingKey.made) {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="max-w-prose text-soft">{say("key.none_about", { parameter })}</p>
        <ButtonForm name="make-ping-key" version={pingKey.version}>
          <Button>{t("key.create")}</Button>
        </ButtonForm>
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <p className="max-w-prose text-soft">{say("key.about", { parameter })}</p>
      {pingKey.key === null ? (
        <SealedValueBanner what={t("key.sealed")} again={t("key.sealed_next")} />
      ) : (
        <VerbatimText label={t("key.address")}>{`${origin}/ping/${pingKey.key}/SLUG`}</VerbatimText>
      )}
      <CheckboxConfirmFold
        name="rotate-ping-key"
        version={pingKey.version}
        title={t("key.another")}
        label={t("key.another_sure")}
        hint={t("key.another_hint")}
        button={t("key.another_button")}
      />
    </div>
  );
}

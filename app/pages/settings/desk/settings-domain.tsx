import { Button } from "~/ui/parts/button";
import { TextField } from "~/ui/parts/field";
import { useFieldText } from "~/ui/parts/field-text";
import { ButtonForm, PostForm, useFormState } from "~/ui/parts/form";
import { Card, Fold, Section } from "~/ui/parts/list";
import { TimeText } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import { pageHostFields } from "../../rules/fields";
import { useWords } from "./words/words";

export interface PageHostRequest {
  host: string;
  recordName: string;
  recordValue: string;
  checkedAt: number | null;
}

interface DomainProps {
  version: number;
  host: string | null;
  wanted: PageHostRequest | null;
  /** The deployment's own host, to which a CNAME points. */
  own: string;
}

export function RequestHostForm({ version, host }: Pick<DomainProps, "version" | "host">) {
  const { label, hint } = useFieldText(pageHostFields.host);
  const { t } = useWords();
  return (
    <PostForm name="ask" version={version}>
      <Card>
        <TextField
          name="host"
          label={host ? t("domain.different") : label}
          hint={hint}
          placeholder="status.example.com"
          autoComplete="off"
          spellCheck="false"
          required
        />
        <div>
          <Button look="primary">{t("domain.next")}</Button>
        </div>
      </Card>
    </PostForm>
  );
}

/** Shows both records to set, and the button that checks for the first. */
export function VerifyHostSection({
  version,
  wanted,
  home,
}: {
  version: number;
  wanted: PageHostRequest;
  home: DeploymentHost;
}) {
  const { t } = useWords();
  return (
    <Section title={t("record.title", { host: wanted.host })}>
      <p className="max-w-prose">{t("record.about")}</p>
      <div className="grid gap-3">
        <p className="font-medium">{t("record.name")}</p>
        <VerbatimText label={t("record.name_of")}>{wanted.recordName}</VerbatimText>
        <p className="font-medium">{t("record.value")}</p>
        <VerbatimText label={t("record.value_of")}>{wanted.recordValue}</VerbatimText>
      </div>
      <ButtonForm name="check" version={version}>
        <Button look="primary">{t("record.check")}</Button>
      </ButtonForm>
      <Traffic host={wanted.host} home={home} open />
    </Section>
  );
}

/** The host of this deployment, and where it runs. */
interface DeploymentHost {
  own: string;
  onCloudflare: boolean;
}

/** Explains how requests for the host reach the deployment, depending on where it runs. */
function Traffic({ host, home, open = false }: { host: string; home: DeploymentHost; open?: boolean }) {
  const { own, onCloudflare } = home;
  const { t, say } = useWords();
  const cloudflare = <strong>{t("traffic.cloudflare_where")}</strong>;
  const proxy = <strong>{t("traffic.proxy_where")}</strong>;
  const directive = <code>{t("traffic.proxy_directive")}</code>;
  return (
    <Fold title={t("traffic.title", { host })} open={open}>
      <div className="grid max-w-prose gap-3">
        {onCloudflare ? (
          <p>{say("traffic.cloudflare", { where: cloudflare, host })}</p>
        ) : (
          <>
            <p>{say("traffic.proxy", { where: proxy, host, own, directive })}</p>
            <VerbatimText label={own}>{own}</VerbatimText>
            <VerbatimText label={t("traffic.proxy_directive")}>{t("traffic.proxy_directive")}</VerbatimText>
          </>
        )}
        <p className="text-soft">{t("traffic.about", { own })}</p>
      </div>
    </Fold>
  );
}

export function PageHostSection({ version, host, home }: { version: number; host: string; home: DeploymentHost }) {
  const { t, say } = useWords();
  const address = `https://${host}/`;
  return (
    <Section title={host}>
      <p>{say("domain.connected", { link: <a href={address}>{t("domain.open", { address })}</a> })}</p>
      <Traffic host={host} home={home} />
      <RemoveHostForm version={version} label={t("domain.disconnect", { host })} />
    </Section>
  );
}

export function RemoveHostForm({ version, label }: { version: number; label: string }) {
  const { t } = useWords();
  return (
    <Fold title={t("domain.remove")} danger open={useFormState("remove") !== null}>
      <p>{t("domain.remove_about")}</p>
      <ButtonForm name="remove" version={version}>
        <Button look="danger">{label}</Button>
      </ButtonForm>
    </Fold>
  );
}

export function DomainCheckTimeText({ at }: { at: number | null }) {
  const { say } = useWords();
  return at === null ? null : <p className="text-soft">{say("domain.verified", { at: <TimeText at={at} /> })}</p>;
}

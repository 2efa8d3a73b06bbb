import { Button } from "~/ui/parts/button";
import { EditConflictSection } from "~/ui/parts/conflict";
import { TextField } from "~/ui/parts/field";
import { ButtonForm, PostForm, useFormState } from "~/ui/parts/form";
import { Card } from "~/ui/parts/list";
import { useWords } from "./words/words";

/** Names of the forms; the form that removes an address has the same name with `-off`. */
export const deploymentAddressFormNames = ["heartbeat", "self-check", "globalping"] as const;
export type DeploymentAddressFormName = (typeof deploymentAddressFormNames)[number];

/** Returns the field of a form: addresses, or a token. */
export const deploymentAddressFieldName = (name: DeploymentAddressFormName): "url" | "token" =>
  name === "globalping" ? "token" : "url";

interface AddressSectionProps {
  name: DeploymentAddressFormName;
  /** Masked address; null = none is set. */
  shown: string | null;
  version: number;
}

function AddressForm({ name, shown, version }: AddressSectionProps) {
  const { t } = useWords();
  return (
    <>
      <PostForm name={name} version={version}>
        <Card>
          <p className="text-soft">{t(`called.${name}_about`)}</p>
          <p>{shown === null ? t("called.unset") : t("called.set", { address: shown })}</p>
          <TextField
            name={deploymentAddressFieldName(name)}
            type={name === "globalping" ? "text" : "url"}
            label={t(shown === null ? `called.${name}_label` : `called.${name}_another`)}
            hint={t("called.hint")}
            autoComplete="off"
            spellCheck="false"
            required
          />
          <div>
            <Button>{t(`called.${name}_save`)}</Button>
          </div>
        </Card>
      </PostForm>
      {shown === null ? null : (
        <ButtonForm name={`${name}-off`} version={version}>
          <Button look="danger">{t(`called.${name}_off`)}</Button>
        </ButtonForm>
      )}
    </>
  );
}

/** Renders the form of one address that the deployment calls, or the conflict with another person's change. */
export function DeploymentAddressSection({ keepTo, ...props }: AddressSectionProps & { keepTo: string }) {
  const { t } = useWords();
  const { name, shown, version } = props;
  const on = useFormState(name)?.conflict ?? false;
  const off = useFormState(`${name}-off`)?.conflict ?? false;
  const fields = [
    { name: deploymentAddressFieldName(name), label: t(`called.${name}_label`), theirs: shown ?? t("called.none") },
  ];
  return (
    <>
      <EditConflictSection form={name} version={version} fields={fields} keepTo={keepTo} />
      <EditConflictSection form={`${name}-off`} version={version} fields={[]} keepTo={keepTo} />
      {on || off ? null : <AddressForm {...props} />}
    </>
  );
}

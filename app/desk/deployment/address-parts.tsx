import { Button } from "../parts/button";
import { Conflict } from "../parts/conflict";
import { TextField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { Card } from "../parts/list";

/** Names of the forms; that which takes an address away is called by its name and `-off`. */
export const addressForms = ["heartbeat", "self-check"] as const;
export type AddressFormName = (typeof addressForms)[number];

interface Words {
  about: string;
  label: string;
  save: string;
  off: string;
}

const words: Record<AddressFormName, Words> = {
  heartbeat: {
    about:
      "Get alerted when this deployment stops. We call this address every minute; use a dead-man’s-switch service that alerts you when the calls stop.",
    label: "Heartbeat URL",
    save: "Save the address",
    off: "Remove heartbeat",
  },
  "self-check": {
    about:
      "If our own network fails, every monitor would look down. Enter a URL that is practically always reachable and that you don’t monitor. While it is unreachable, monitors report “no data” instead of “down” and no alerts fire.",
    label: "Self-check URL",
    save: "Save the address to ask",
    off: "Remove self-check",
  },
};

interface AddressProps {
  name: AddressFormName;
  /** Masked; null = none is set. */
  shown: string | null;
  version: number;
}

function AddressForm({ name, shown, version }: AddressProps) {
  const { about, label, save, off } = words[name];
  return (
    <>
      <PostForm name={name} version={version}>
        <Card>
          <p className="text-soft">{about}</p>
          <p>{shown === null ? "None is set." : `Set: ${shown}`}</p>
          <TextField
            name="url"
            type="url"
            label={shown === null ? label : `Another ${label.toLowerCase()}`}
            hint="It is kept encrypted and not shown again."
            autoComplete="off"
            spellCheck={false}
            required
          />
        </Card>
        <div>
          <Button>{save}</Button>
        </div>
      </PostForm>
      {shown === null ? null : (
        <ButtonForm name={`${name}-off`} version={version}>
          <Button look="danger">{off}</Button>
        </ButtonForm>
      )}
    </>
  );
}

/** The form of one address that the deployment calls, or what somebody else made of it meanwhile. */
export function AddressPart({ keepTo, ...props }: AddressProps & { keepTo: string }) {
  const { name, shown, version } = props;
  const on = useFormState(name)?.conflict ?? false;
  const off = useFormState(`${name}-off`)?.conflict ?? false;
  const fields = [{ name: "url", label: words[name].label, theirs: shown ?? "none" }];
  return (
    <>
      <Conflict form={name} version={version} fields={fields} keepTo={keepTo} />
      <Conflict form={`${name}-off`} version={version} fields={[]} keepTo={keepTo} />
      {on || off ? null : <AddressForm {...props} />}
    </>
  );
}

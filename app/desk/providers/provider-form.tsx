import { Button } from "../parts/button";
import { TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";

interface ProviderFormProps {
  form: string;
  version?: number;
  /** Null = a new one. */
  provider: { name: string; issuer: string; clientId: string } | null;
}

const plain = { autoComplete: "off", spellCheck: false };

/** What the provider calls us; its secret goes in and never comes out again. */
export function ProviderForm({ form, version, provider }: ProviderFormProps) {
  return (
    <PostForm name={form} {...(version === undefined ? {} : { version })}>
      <Card>
        <TextField
          name="name"
          label="Name"
          hint="It stands on the button: “Sign in with …”."
          value={provider?.name ?? ""}
          required
        />
        {provider ? null : (
          <TextField
            {...plain}
            name="issuer"
            type="url"
            label="Issuer"
            hint="Its address, such as https://accounts.google.com; its document is at /.well-known/openid-configuration below it. It cannot be changed later."
            required
          />
        )}
        <TextField {...plain} name="clientId" label="Client id" value={provider?.clientId ?? ""} required />
        <TextField
          {...plain}
          name="clientSecret"
          type="password"
          label="Client secret"
          hint={
            provider ? "Empty: the one that is there stays. It is never shown." : "Kept encrypted, never shown again."
          }
          required={provider === null}
        />
      </Card>
      <div>
        <Button look={provider ? "quiet" : "primary"}>{provider ? "Save" : "Add the provider"}</Button>
      </div>
    </PostForm>
  );
}

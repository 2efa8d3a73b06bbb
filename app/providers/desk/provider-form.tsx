import { blankFieldValues, type FormValues } from "~/fields/fields";
import { newProviderFields, providerFields } from "~/people/rules/fields";
import { Button } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { Card } from "~/ui/parts/list";
import { NounFieldControls } from "~/ui/parts/noun-fields";
import { useWords } from "./words/words";

interface ProviderFormProps {
  form: string;
  version?: number;
  /** Provider; null = a new one. Its secret is never shown again. */
  provider: Omit<FormValues<typeof providerFields>, "clientSecret"> | null;
}

/** Form of a provider with our client id and secret. */
export function ProviderForm({ form, version, provider }: ProviderFormProps) {
  const { t } = useWords();
  return (
    <PostForm name={form} fields={newProviderFields} {...(version === undefined ? {} : { version })}>
      <Card>
        {provider ? (
          <NounFieldControls fields={providerFields} values={{ ...provider, clientSecret: "" }} picks={{}} />
        ) : (
          <NounFieldControls fields={newProviderFields} values={blankFieldValues(newProviderFields)} picks={{}} />
        )}
        <div>
          <Button look={provider ? "quiet" : "primary"}>{t(provider ? "form.save" : "form.add")}</Button>
        </div>
      </Card>
    </PostForm>
  );
}

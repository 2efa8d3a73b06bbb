import { Button } from "~/desk/parts/button";
import { PostForm } from "~/desk/parts/form";
import { Card } from "~/desk/parts/list";
import { NounFields } from "~/desk/parts/noun-fields";
import { blankOf, type ShownOf } from "~/fields/fields";
import { newProviderFields, providerFields } from "~/people/rules/fields";
import { useWords } from "./words/words";

interface ProviderFormProps {
  form: string;
  version?: number;
  /** Null = a new one. Its secret goes in and never comes out again. */
  provider: Omit<ShownOf<typeof providerFields>, "clientSecret"> | null;
}

/** What the provider calls us. */
export function ProviderForm({ form, version, provider }: ProviderFormProps) {
  const { t } = useWords();
  return (
    <PostForm name={form} fields={newProviderFields} {...(version === undefined ? {} : { version })}>
      <Card>
        {provider ? (
          <NounFields fields={providerFields} values={{ ...provider, clientSecret: "" }} picks={{}} />
        ) : (
          <NounFields fields={newProviderFields} values={blankOf(newProviderFields)} picks={{}} />
        )}
        <div>
          <Button look={provider ? "quiet" : "primary"}>{t(provider ? "form.save" : "form.add")}</Button>
        </div>
      </Card>
    </PostForm>
  );
}

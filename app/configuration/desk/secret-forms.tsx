import { Button } from "~/ui/parts/button";
import { ConfirmFold } from "~/ui/parts/confirm";
import { TextArea, TextField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Card, ListPanel, ListRow, ListRowDetail, Section } from "~/ui/parts/list";
import { TimeText } from "~/ui/parts/time-text";
import type { PageSecretView } from "../page-secrets";
import { deleteSecretFormName, secretFormName } from "./form-names";
import { useWords } from "./words/words";

function SecretRow({ secret: { name, updatedAt } }: { secret: PageSecretView }) {
  const { t, say } = useWords();
  return (
    <ListRow>
      <div>
        <code>{name}</code>
      </div>
      <ListRowDetail>
        <span>{say("secrets.updated", { at: <TimeText at={updatedAt} /> })}</span>
      </ListRowDetail>
      <ConfirmFold name={deleteSecretFormName} hidden={{ name }} label={t("secrets.delete")} about={name}>
        {t("secrets.delete_about")}
      </ConfirmFold>
    </ListRow>
  );
}

/** A secret as a file names it. */
const secretExample = "{ secret: ops-slack }";

/** The secrets that files of the page name: entered here, and never shown again. */
export function SecretsSection({ secrets }: { secrets: readonly PageSecretView[] }) {
  const { t, say } = useWords();
  return (
    <Section title={t("secrets.title")}>
      <p className="max-w-prose">{say("secrets.about", { example: <code>{secretExample}</code> })}</p>
      {secrets.length === 0 ? null : (
        <ListPanel>
          {secrets.map((secret) => (
            <SecretRow key={secret.name} secret={secret} />
          ))}
        </ListPanel>
      )}
      <PostForm name={secretFormName}>
        <Card>
          <TextField name="name" label={t("secrets.name")} required autoComplete="off" spellCheck="false" />
          <TextArea name="value" label={t("secrets.value")} rows={2} required data-secret />
          <div>
            <Button>{t("secrets.set")}</Button>
          </div>
        </Card>
      </PostForm>
    </Section>
  );
}

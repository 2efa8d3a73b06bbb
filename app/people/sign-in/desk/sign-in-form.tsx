import { Button } from "~/ui/parts/button";
import { TextField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Card, Section } from "~/ui/parts/list";
import { useWords } from "./words/words";

/** Asks for an address to which a sign-in link is emailed. */
export function SignInEmailForm({ action, look }: { action: string; look: "primary" | "quiet" }) {
  const { t } = useWords();
  return (
    <Section title={t("email.section")}>
      <PostForm name="address" action={action}>
        <Card>
          <TextField
            name="address"
            type="email"
            label={t("email.address")}
            hint={t("email.hint")}
            autoComplete="email"
            spellCheck="false"
            required
          />
          <div>
            <Button look={look}>{t("email.button")}</Button>
          </div>
        </Card>
      </PostForm>
    </Section>
  );
}

interface SignInCodeFormProps {
  action: string;
  hidden?: Record<string, string>;
  submit: string;
}

/** Asks for the code of an email, in the browser that requested it. */
export function SignInCodeForm({ action, hidden, submit }: SignInCodeFormProps) {
  const { t } = useWords();
  return (
    <PostForm name="code" action={action} {...(hidden ? { hidden } : {})}>
      <Card>
        <TextField
          name="code"
          label={t("code.label")}
          hint={t("code.hint")}
          autoComplete="one-time-code"
          spellCheck="false"
          required
        />
        <div>
          <Button look="primary">{submit}</Button>
        </div>
      </Card>
    </PostForm>
  );
}

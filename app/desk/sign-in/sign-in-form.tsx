import { Button } from "../parts/button";
import { TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card, Section } from "../parts/list";

/** An address to mail a sign-in link to. */
export function AddressForm({ action, look }: { action: string; look: "primary" | "quiet" }) {
  return (
    <Section title="Email">
      <PostForm name="address" action={action}>
        <Card>
          <TextField
            name="address"
            type="email"
            label="Email address"
            hint="We’ll send a link and a code, valid for 10 minutes."
            autoComplete="email"
            spellCheck={false}
            required
          />
        </Card>
        <div>
          <Button look={look}>Email me a link</Button>
        </div>
      </PostForm>
    </Section>
  );
}

interface CodeFormProps {
  action: string;
  hidden?: Record<string, string>;
  submit: string;
}

/** The code of a mail, typed in the browser that asked for it. */
export function CodeForm({ action, hidden, submit }: CodeFormProps) {
  return (
    <PostForm name="code" action={action} {...(hidden ? { hidden } : {})}>
      <Card>
        <TextField
          name="code"
          label="Code"
          hint="Eight letters and digits; the dash and case don’t matter."
          autoComplete="one-time-code"
          spellCheck={false}
          required
        />
      </Card>
      <div>
        <Button look="primary">{submit}</Button>
      </div>
    </PostForm>
  );
}

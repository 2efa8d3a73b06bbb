import { visibilityFields } from "~/rules/pages/fields";
import { Button } from "../parts/button";
import { CheckboxField, choicesOf, FieldSet } from "../parts/field";
import { PostForm, useForm, useFormState } from "../parts/form";
import { Card, Fold, Section, Verbatim } from "../parts/list";
import { SealedAway } from "../parts/sealed-away";

const { label: question, choices } = visibilityFields.visibility;

const hints: Record<string, string> = {
  public: "Public on the internet, including feeds and APIs.",
  passphrase: "One for all; each browser remembers it for 90 days. Members get in without it, signed in.",
  members: "The people of this page, signed in.",
};

function Choices({ value }: { value: string }) {
  const { state } = useForm();
  const chosen = state?.values.visibility ?? value;
  return (
    <FieldSet legend={question} name="visibility">
      {choicesOf(choices).map(({ value: each, label }) => (
        <label key={each} className="flex min-h-11 items-start gap-3 py-2">
          <input
            type="radio"
            name="visibility"
            value={each}
            defaultChecked={chosen === each}
            className="mt-0.5 size-5 flex-none accent-accent"
          />
          <span className="grid">
            <span className="font-medium">{label}</span>
            <span className="text-sm text-soft">{hints[each]}</span>
          </span>
        </label>
      ))}
    </FieldSet>
  );
}

export const VisibilityForm = ({ version, visibility }: { version: number; visibility: string }) => (
  <PostForm name="visibility" version={version}>
    <Card>
      <Choices value={visibility} />
      <p className="text-sm text-soft">
        Takes effect immediately for every format: page, history, feeds, JSON, images. Anyone without access sees the
        same as for a page that doesn’t exist. Emails to subscribers continue.
      </p>
    </Card>
    <div>
      <Button look="primary">Save</Button>
    </div>
  </PostForm>
);

interface PassphraseProps {
  version: number;
  /** null when it was sealed with a secret that is gone; it is asked for still. */
  passphrase: string | null;
  /** Where visitors type it. */
  unlockUrl: string;
}

export function PassphrasePart({ version, passphrase, unlockUrl }: PassphraseProps) {
  return (
    <Section title="Passphrase">
      <p className="max-w-prose">
        Share it with people who may see the page; only owners can see it here. Case and hyphens don’t matter.
      </p>
      {passphrase === null ? (
        <SealedAway what="The passphrase" again="make another one" />
      ) : (
        <Verbatim label="Passphrase">{passphrase}</Verbatim>
      )}
      <p>
        They type it at{" "}
        <a href={unlockUrl} className="break-all">
          {unlockUrl}
        </a>
      </p>
      <Fold title="Another passphrase" open={useFormState("rotate") !== null}>
        <PostForm name="rotate" version={version}>
          <CheckboxField
            name="sure"
            label="Yes, create a new passphrase and revoke access for everyone using the old one"
            hint="Every browser that knows this one needs the new one, from that moment on. Members stay in."
            checked={false}
          />
          <div>
            <Button look="danger">Make another passphrase</Button>
          </div>
        </PostForm>
      </Fold>
    </Section>
  );
}

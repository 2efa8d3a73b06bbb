import type { FormValues } from "~/fields/fields";
import { AddLink } from "~/ui/frame/add-link";
import { Button } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { FieldPair, FormSection } from "~/ui/parts/form-part";
import { type NounFieldChoices, NounFieldControl } from "~/ui/parts/noun-fields";
import { pageEscalationFields } from "../../rules/fields";
import { useWords } from "./words/words";

interface EscalationFormProps {
  policy: FormValues<typeof pageEscalationFields> & { version: number };
  picks: NounFieldChoices<typeof pageEscalationFields>;
  slug: string;
}

function When({ policy }: Pick<EscalationFormProps, "policy">) {
  const { t } = useWords();
  return (
    <FormSection title={t("escalation.when")}>
      <NounFieldControl fields={pageEscalationFields} name="escalates" value={policy.escalates} />
      <FieldPair>
        <NounFieldControl fields={pageEscalationFields} name="escalateAfter" value={policy.escalateAfter} />
        <NounFieldControl fields={pageEscalationFields} name="escalateSeverity" value={policy.escalateSeverity} />
      </FieldPair>
      <FieldPair>
        <NounFieldControl fields={pageEscalationFields} name="escalateEvery" value={policy.escalateEvery} />
        <NounFieldControl fields={pageEscalationFields} name="escalateTimes" value={policy.escalateTimes} />
      </FieldPair>
    </FormSection>
  );
}

function Who({ policy, picks, slug }: EscalationFormProps) {
  const { t } = useWords();
  const channels = picks.escalateChannelIds;
  return (
    <FormSection title={t("escalation.who")}>
      <NounFieldControl
        fields={pageEscalationFields}
        name="escalatePersonIds"
        value={policy.escalatePersonIds}
        picks={picks.escalatePersonIds}
      />
      <NounFieldControl
        fields={pageEscalationFields}
        name="escalateChannelIds"
        value={policy.escalateChannelIds}
        picks={channels}
      />
      {channels.length === 0 ? (
        <p className="flex flex-wrap items-center gap-x-3 text-soft">
          {t("escalation.channels_none")}
          <AddLink to={`/manage/${slug}/channels/new`}>{t("escalation.channels_new")}</AddLink>
        </p>
      ) : null}
    </FormSection>
  );
}

/** The form for the escalation policy: after how long, whom, how often and at which hours. */
export function EscalationForm({ policy, picks, slug }: EscalationFormProps) {
  const { t } = useWords();
  return (
    <PostForm name="escalation" fields={pageEscalationFields} version={policy.version}>
      <p className="max-w-prose">{t("escalation.about")}</p>
      <When policy={policy} />
      <Who policy={policy} picks={picks} slug={slug} />
      <FormSection title={t("escalation.quiet")}>
        <FieldPair>
          <NounFieldControl fields={pageEscalationFields} name="escalateQuietFrom" value={policy.escalateQuietFrom} />
          <NounFieldControl fields={pageEscalationFields} name="escalateQuietUntil" value={policy.escalateQuietUntil} />
        </FieldPair>
        <NounFieldControl fields={pageEscalationFields} name="escalateQuietBreak" value={policy.escalateQuietBreak} />
        <div>
          <Button look="primary">{t("page.save")}</Button>
        </div>
      </FormSection>
    </PostForm>
  );
}

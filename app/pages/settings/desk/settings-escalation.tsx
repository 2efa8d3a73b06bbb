import type { FormValues } from "~/fields/fields";
import { Button } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { FormSection, Pair } from "~/ui/parts/form-part";
import { NounField, type NounPicks } from "~/ui/parts/noun-fields";
import { escalationFields } from "../../rules/fields";
import { useWords } from "./words/words";

interface EscalationProps {
  policy: FormValues<typeof escalationFields> & { version: number };
  picks: NounPicks<typeof escalationFields>;
}

function When({ policy }: Pick<EscalationProps, "policy">) {
  const { t } = useWords();
  return (
    <FormSection title={t("escalation.when")}>
      <NounField fields={escalationFields} name="escalates" value={policy.escalates} />
      <Pair>
        <NounField fields={escalationFields} name="escalateAfter" value={policy.escalateAfter} />
        <NounField fields={escalationFields} name="escalateSeverity" value={policy.escalateSeverity} />
      </Pair>
      <Pair>
        <NounField fields={escalationFields} name="escalateEvery" value={policy.escalateEvery} />
        <NounField fields={escalationFields} name="escalateTimes" value={policy.escalateTimes} />
      </Pair>
    </FormSection>
  );
}

function Who({ policy, picks }: EscalationProps) {
  const { t } = useWords();
  const channels = picks.escalateChannelIds;
  return (
    <FormSection title={t("escalation.who")}>
      <NounField
        fields={escalationFields}
        name="escalatePersonIds"
        value={policy.escalatePersonIds}
        picks={picks.escalatePersonIds}
      />
      <NounField
        fields={escalationFields}
        name="escalateChannelIds"
        value={policy.escalateChannelIds}
        picks={channels}
      />
      {channels.length === 0 ? <p className="text-soft">{t("escalation.channels_none")}</p> : null}
    </FormSection>
  );
}

/** The form for the escalation policy: after how long, whom, how often and at which hours. */
export function EscalationForm({ policy, picks }: EscalationProps) {
  const { t } = useWords();
  return (
    <PostForm name="escalation" fields={escalationFields} version={policy.version}>
      <p className="max-w-prose">{t("escalation.about")}</p>
      <When policy={policy} />
      <Who policy={policy} picks={picks} />
      <FormSection title={t("escalation.quiet")}>
        <Pair>
          <NounField fields={escalationFields} name="escalateQuietFrom" value={policy.escalateQuietFrom} />
          <NounField fields={escalationFields} name="escalateQuietUntil" value={policy.escalateQuietUntil} />
        </Pair>
        <NounField fields={escalationFields} name="escalateQuietBreak" value={policy.escalateQuietBreak} />
        <div>
          <Button look="primary">{t("page.save")}</Button>
        </div>
      </FormSection>
    </PostForm>
  );
}

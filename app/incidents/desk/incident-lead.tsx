import { useHasRole } from "~/ui/frame/may";
import { Button } from "~/ui/parts/button";
import { type FieldChoice, FieldSet } from "~/ui/parts/field";
import { useFieldText } from "~/ui/parts/field-text";
import { ButtonForm, PostForm, useFormState } from "~/ui/parts/form";
import { Fold, Section } from "~/ui/parts/list";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import type { LeadCandidate } from "../lead-candidates";
import { leadFields } from "../rules/fields";
import { leadFormNames, noLeadChoice } from "./lead-choice";
import { useWords } from "./words/words";

interface IncidentLeadProps {
  /** Id of who leads now; null = nobody. */
  leadId: string | null;
  members: readonly LeadCandidate[];
}

/** Number of others up to which each is a button. */
const fewMembersCount = 4;

/** Shows buttons that each name the next lead, so that one press is enough. */
function NextLeadButtons({ others }: { others: readonly FieldChoice[] }) {
  const { t } = useWords();
  return (
    <FieldSet legend={useFieldText(leadFields.leadId).label} name="leadId">
      <div className="flex flex-wrap gap-2">
        {others.map(({ value, label }) => (
          <Button key={value} name="leadId" value={value}>
            {value === noLeadChoice ? label : t("hand_over.to", { name: label })}
          </Button>
        ))}
      </div>
    </FieldSet>
  );
}

function NextLeadList({ others }: { others: readonly FieldChoice[] }) {
  return (
    <>
      <NounFieldControl fields={leadFields} name="leadId" value="" picks={others} />
      <div>
        <Button>{useWords().t("hand_over.title")}</Button>
      </div>
    </>
  );
}

/** Gives the lead to someone else, with what they must know. */
function HandOverForm({ leadId, members }: IncidentLeadProps) {
  const { t } = useWords();
  const others = members.filter(({ id }) => id !== leadId).map(({ id, name }) => ({ value: id, label: name }));
  const nobody = leadId === null ? [] : [{ value: noLeadChoice, label: t("lead.none") }];
  const NextLead = others.length <= fewMembersCount ? NextLeadButtons : NextLeadList;
  const refused = useFormState(leadFormNames.handOver) !== null;
  if (others.length + nobody.length === 0) return null;
  return (
    <Fold title={t("hand_over.title")} open={refused}>
      <PostForm
        name={leadFormNames.handOver}
        fields={leadFields}
        hidden={{ shownLead: leadId ?? noLeadChoice }}
        closesFold
      >
        <NounFieldControl fields={leadFields} name="note" value="" />
        <NextLead others={[...others, ...nobody]} />
      </PostForm>
    </Fold>
  );
}

/** Lets a responder take the lead with one press, or hand it over. */
export function IncidentLeadSection({ leadId, members }: IncidentLeadProps) {
  const { t } = useWords();
  const me = members.find(({ you }) => you)?.id;
  if (!useHasRole("responder")) return null;
  return (
    <Section title={t("lead.title")}>
      {me === undefined || me === leadId ? null : (
        <ButtonForm name={leadFormNames.take} hidden={{ leadId: me, shownLead: leadId ?? noLeadChoice }}>
          <Button>{t("lead.take")}</Button>
        </ButtonForm>
      )}
      <HandOverForm leadId={leadId} members={members} />
    </Section>
  );
}

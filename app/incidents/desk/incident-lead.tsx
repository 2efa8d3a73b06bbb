import { useHasRole } from "~/ui/frame/may";
import { Button } from "~/ui/parts/button";
import { ButtonForm, PostForm, useFormState } from "~/ui/parts/form";
import { Fold, Section } from "~/ui/parts/list";
import { NounFieldControls } from "~/ui/parts/noun-fields";
import type { LeadCandidate } from "../lead-candidates";
import { leadFields } from "../rules/fields";
import { leadFormNames, noLeadChoice } from "./lead-choice";
import { useWords } from "./words/words";

interface IncidentLeadProps {
  /** Id of who leads now; null = nobody. */
  leadId: string | null;
  members: readonly LeadCandidate[];
}

/** Gives the lead to someone else, with what they must know. */
function HandOverForm({ leadId, members }: IncidentLeadProps) {
  const { t } = useWords();
  const others = members.filter(({ id }) => id !== leadId).map(({ id, name }) => ({ value: id, label: name }));
  const nobody = leadId === null ? [] : [{ value: noLeadChoice, label: t("lead.none") }];
  return (
    <Fold title={t("lead.hand_over")} open={useFormState(leadFormNames.handOver) !== null}>
      <PostForm name={leadFormNames.handOver} fields={leadFields} hidden={{ shownLead: leadId ?? noLeadChoice }}>
        <NounFieldControls
          fields={leadFields}
          values={{ leadId: "", note: "" }}
          picks={{ leadId: [...others, ...nobody] }}
        />
        <div>
          <Button>{t("lead.hand_over")}</Button>
        </div>
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

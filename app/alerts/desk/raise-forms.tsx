import type { UnderstatedIncident } from "~/incidents/raisable";
import { Button } from "~/ui/parts/button";
import { EditConflictSection } from "~/ui/parts/conflict";
import { CheckboxField, TextArea } from "~/ui/parts/field";
import { PostForm, useFormState } from "~/ui/parts/form";
import { Card, Fold } from "~/ui/parts/list";
import { useWordTable } from "~/ui/parts/words";
import { useWords } from "./words/words";

export const raiseIncidentImpactFormId = ({ id }: Pick<UnderstatedIncident, "id">) => `raise-${id}`;

/** Raises an open incident to the alert's status with one press; the text for visitors is shown above the button. */
function RaiseForm({ incident, here }: { incident: UnderstatedIncident; here: string }) {
  const { t, list } = useWords();
  const statuses = useWordTable("status");
  const name = raiseIncidentImpactFormId(incident);
  const state = useFormState(name);
  const said = incident.components.map((each) =>
    t("raise.component", { name: each.name, status: statuses[each.status] ?? each.status }),
  );
  if (state?.conflict) {
    return (
      <EditConflictSection form={name} version={incident.version} fields={[]} keepTo={here} again={t("raise.button")} />
    );
  }
  return (
    <Fold title={t("raise.title", { title: incident.title })} open={state !== null}>
      <PostForm name={name} version={incident.version} hidden={{ intent: "raise", incident: incident.id }}>
        <Card>
          <p>{t("raise.about", { components: list(said) })}</p>
          <TextArea name="body" label={t("raise.body")} value={t("raise.text", { components: list(said) })} />
          <CheckboxField name="notify" label={t("raise.notify")} checked />
          <div>
            <Button look="primary">{t("raise.button")}</Button>
          </div>
        </Card>
      </PostForm>
    </Fold>
  );
}

export const RaiseIncidentImpactForms = ({
  incidents,
  here,
}: {
  incidents: readonly UnderstatedIncident[];
  here: string;
}) => incidents.map((each) => <RaiseForm key={each.id} incident={each} here={here} />);

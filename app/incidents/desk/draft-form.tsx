import type { NamedComponent } from "~/components/list";
import type { FormValues } from "~/fields/fields";
import { ReviewButton } from "~/preview/review/desk/review-button";
import { useReachTexts } from "~/subscribers/desk/subscriber-texts";
import type { NamedTemplate } from "~/templates/desk/template-picker";
import { Button } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { useFieldText } from "~/ui/parts/field-text";
import { useFormState } from "~/ui/parts/form";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import { useWordTable } from "~/ui/parts/words";
import { incidentDraftFields, openIncidentStatuses, openIncidentStatusField } from "../rules/fields";
import { UpdateComposer } from "./composer";
import { announcementStatusChoices } from "./incident-statuses";
import { componentChoicesWithStatus } from "./proposed-choices";
import { ShownComponentsHiddenInput } from "./shown-components";
import { StatusChips } from "./status-chips";
import { useWords } from "./words/words";

interface IncidentDraftFormProps {
  /** Id of the incident. */
  id: string;
  version: number;
  /** True when it has neither impact nor components, so that visitors read it as an announcement. */
  announced: boolean;
  /** The draft as saved. */
  draft: FormValues<typeof incidentDraftFields>;
  components: NamedComponent[];
  reach: number;
  templates: NamedTemplate[];
}

/**
 * Shows a draft as visitors will read it; one press changes it, saves it for later or publishes it. Its text is first
 * and visible with the button on a phone, because the page's heading already contains its title.
 */
export function IncidentDraftForm({
  id,
  version,
  announced,
  draft,
  components,
  reach,
  templates,
}: IncidentDraftFormProps) {
  const { t } = useWords();
  const { reachText } = useReachTexts();
  const { label, choices } = useFieldText(openIncidentStatusField);
  const announcing = announcementStatusChoices(useWordTable("announcement_status"), openIncidentStatuses, draft.status);
  const errors = useFormState("draft")?.errors ?? {};
  return (
    <UpdateComposer
      name="draft"
      fields={incidentDraftFields}
      version={version}
      hidden={{ chooses: "notify" }}
      templates={templates}
      reach={reachText(reach)}
      incident={id}
      more={<NounFieldControl fields={incidentDraftFields} name="impactOverride" value={draft.impactOverride} />}
      review={<ReviewButton of="incident" id={id} />}
      moreOpen={"impactOverride" in errors}
      buttons={
        <>
          <Button look="primary" name="intent" value="publish" label={t("draft.publish", { title: draft.title })}>
            {t("form.publish")}
          </Button>
          <Button name="intent" value="save-draft">
            {t("draft.save")}
          </Button>
        </>
      }
    >
      <NounFieldControl fields={incidentDraftFields} name="body" value={draft.body} />
      <NounFieldControl fields={incidentDraftFields} name="title" value={draft.title} />
      <StatusChips legend={label} choices={announced ? announcing : choices} value={draft.status} />
      <ShownComponentsHiddenInput components={draft.components} />
      <NounFieldControl
        fields={incidentDraftFields}
        name="components"
        value={draft.components}
        picks={componentChoicesWithStatus(components)}
      />
      <NounFieldControl fields={incidentDraftFields} name="nextMinutes" value={draft.nextMinutes} />
      <CheckboxField name="notify" label={t("form.notify")} checked />
    </UpdateComposer>
  );
}

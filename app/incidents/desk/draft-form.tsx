import type { NamedComponent } from "~/components/list";
import type { FormValues } from "~/fields/fields";
import { ReviewButton } from "~/preview/review/desk/review-button";
import { useReachTexts } from "~/subscribers/desk/subscriber-texts";
import type { NamedTemplate } from "~/templates/desk/template-picker";
import { Button } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { useFieldText } from "~/ui/parts/field-text";
import { useFormState } from "~/ui/parts/form";
import { NounField } from "~/ui/parts/noun-fields";
import { useTable } from "~/ui/parts/words";
import { draftFields, openStatuses, openStatusField } from "../rules/fields";
import { Composer } from "./composer";
import { announcedChoices } from "./incident-statuses";
import { proposedChoices } from "./proposed-choices";
import { ShownComponents } from "./shown-components";
import { StatusChips } from "./status-chips";
import { useWords } from "./words/words";

interface DraftFormProps {
  /** Id of the incident. */
  id: string;
  version: number;
  /** True when it has neither impact nor components, so that visitors read it as an announcement. */
  announced: boolean;
  /** The draft as saved. */
  draft: FormValues<typeof draftFields>;
  components: NamedComponent[];
  reach: number;
  templates: NamedTemplate[];
}

/** Shows a draft as it will be read; one press changes it, saves it for later or publishes it. */
export function DraftForm({ id, version, announced, draft, components, reach, templates }: DraftFormProps) {
  const { t } = useWords();
  const { reachText } = useReachTexts();
  const { label, choices } = useFieldText(openStatusField);
  const announcing = announcedChoices(useTable("announcement_status"), openStatuses, draft.status);
  const errors = useFormState("draft")?.errors ?? {};
  return (
    <Composer
      name="draft"
      fields={draftFields}
      version={version}
      hidden={{ chooses: "notify" }}
      templates={templates}
      reach={reachText(reach)}
      incident={id}
      more={<NounField fields={draftFields} name="impactOverride" value={draft.impactOverride} />}
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
      <NounField fields={draftFields} name="title" value={draft.title} />
      <NounField fields={draftFields} name="body" value={draft.body} />
      <StatusChips legend={label} choices={announced ? announcing : choices} value={draft.status} />
      <ShownComponents components={draft.components} />
      <NounField fields={draftFields} name="components" value={draft.components} picks={proposedChoices(components)} />
      <NounField fields={draftFields} name="nextMinutes" value={draft.nextMinutes} />
      <CheckboxField name="notify" label={t("form.notify")} checked />
    </Composer>
  );
}

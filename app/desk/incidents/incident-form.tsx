import { blankOf } from "~/rules/fields/fields";
import { openingFields } from "~/rules/incidents/fields";
import type { ReachRange } from "~/usecases/subscribers/reach-range";
import { Button, EnterButton, PreviewButton } from "../parts/button";
import { CheckboxField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { NounField, NounFields, namedChoices } from "../parts/noun-fields";
import { useZoneName } from "../parts/time-text";
import { ReviewButton } from "../preview/review-button";
import { useReach } from "../subscribers/subscriber-words";
import { type NamedTemplate, TemplatePicker } from "../templates/template-picker";
import { useWords } from "./words";

export interface NamedComponent {
  id: string;
  name: string;
}

interface IncidentFormProps {
  components: NamedComponent[];
  zone: string;
  reach: ReachRange;
  templates: NamedTemplate[];
}

const blank = blankOf(openingFields);
const { startedAt, ...said } = openingFields;

/** A new incident: what happened, what it touches, who is told. */
export function IncidentForm({ components, zone, reach, templates }: IncidentFormProps) {
  const { t } = useWords();
  const { reachRange } = useReach();
  const zoneName = useZoneName(zone);
  return (
    <PostForm name="open">
      <EnterButton name="intent" value="preview" />
      <Card>
        <TemplatePicker templates={templates} />
        <NounFields fields={said} values={blank} picks={{ components: namedChoices(components) }} />
        <NounField
          fields={{ startedAt }}
          name="startedAt"
          value={blank.startedAt}
          says={{ hint: t("form.now_when_empty", { zone: zoneName }) }}
        />
        <CheckboxField
          name="notify"
          label={t("form.notify")}
          hint={t("form.notify_hint", { reach: reachRange(reach) })}
          checked
        />
      </Card>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" name="intent" value="publish">
          {t("form.publish")}
        </Button>
        <Button name="intent" value="draft">
          {t("form.save_draft")}
        </Button>
        <PreviewButton />
        <ReviewButton of="incident" />
      </div>
    </PostForm>
  );
}

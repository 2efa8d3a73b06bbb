import type { NamedComponent } from "~/components/list";
import { blankFieldValues } from "~/fields/fields";
import { ReviewButton } from "~/preview/review/desk/review-button";
import { useReachTexts } from "~/subscribers/desk/subscriber-texts";
import type { ReachRange } from "~/subscribers/reach";
import type { NamedTemplate } from "~/templates/desk/template-picker";
import { Button } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { useFieldText } from "~/ui/parts/field-text";
import { useFormState } from "~/ui/parts/form";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import { useTimeZoneName } from "~/ui/parts/time-text";
import { newIncidentFields, openIncidentStatusField } from "../rules/fields";
import { UpdateComposer } from "./composer";
import { componentChoicesWithStatus } from "./proposed-choices";
import { StatusChips } from "./status-chips";
import { useWords } from "./words/words";

interface IncidentFormProps {
  components: NamedComponent[];
  zone: string;
  reach: ReachRange;
  templates: NamedTemplate[];
}

const blank = blankFieldValues(newIncidentFields);

function Buttons() {
  const { t } = useWords();
  return (
    <>
      <Button look="primary" name="intent" value="publish">
        {t("form.publish")}
      </Button>
      <Button name="intent" value="draft">
        {t("form.save_draft")}
      </Button>
    </>
  );
}

/** Fields that are asked only when no component is affected, or for an earlier start. */
function More({ zone, isFirst }: { zone: string; isFirst: boolean }) {
  const { t } = useWords();
  const hint = t("form.now_when_empty", { zone: useTimeZoneName(zone) });
  return (
    <>
      {isFirst ? null : (
        <NounFieldControl fields={newIncidentFields} name="impactOverride" value={blank.impactOverride} />
      )}
      <NounFieldControl fields={newIncidentFields} name="startedAt" value={blank.startedAt} says={{ hint }} />
    </>
  );
}

const seldom = ["startedAt", "impactOverride"];

/** Opens a new incident: what happened, what it affects, who is notified. */
export function IncidentForm({ components, zone, reach, templates }: IncidentFormProps) {
  const { t } = useWords();
  const { reachRange } = useReachTexts();
  const { label, choices } = useFieldText(openIncidentStatusField);
  const errors = useFormState("open")?.errors ?? {};
  // A page without components can only give it an impact.
  const isFirst = components.length === 0;
  return (
    <UpdateComposer
      name="open"
      fields={newIncidentFields}
      templates={templates}
      reach={reachRange(reach)}
      buttons={<Buttons />}
      more={<More zone={zone} isFirst={isFirst} />}
      review={<ReviewButton of="incident" />}
      moreOpen={seldom.some((name) => name in errors)}
    >
      <NounFieldControl fields={newIncidentFields} name="title" value={blank.title} />
      <NounFieldControl fields={newIncidentFields} name="body" value={blank.body} />
      <StatusChips legend={label} choices={choices} value={blank.status} />
      <NounFieldControl
        fields={newIncidentFields}
        name="components"
        value={blank.components}
        picks={componentChoicesWithStatus(components)}
      />
      {isFirst ? (
        <NounFieldControl fields={newIncidentFields} name="impactOverride" value={blank.impactOverride} />
      ) : null}
      <NounFieldControl fields={newIncidentFields} name="nextMinutes" value={blank.nextMinutes} />
      <CheckboxField name="notify" label={t("form.notify")} hint={t("form.notify_none")} checked />
    </UpdateComposer>
  );
}

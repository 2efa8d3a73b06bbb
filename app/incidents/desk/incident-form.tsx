import type { NamedComponent } from "~/components/list";
import { blankOf } from "~/fields/fields";
import { ReviewButton } from "~/preview/review/desk/review-button";
import { useReachTexts } from "~/subscribers/desk/subscriber-texts";
import type { ReachRange } from "~/subscribers/reach";
import type { NamedTemplate } from "~/templates/desk/template-picker";
import { Button } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { useFieldText } from "~/ui/parts/field-text";
import { useFormState } from "~/ui/parts/form";
import { NounField } from "~/ui/parts/noun-fields";
import { useZoneName } from "~/ui/parts/time-text";
import { openingFields, openStatusField } from "../rules/fields";
import { Composer } from "./composer";
import { proposedChoices } from "./proposed-choices";
import { StatusChips } from "./status-chips";
import { useWords } from "./words/words";

interface IncidentFormProps {
  components: NamedComponent[];
  zone: string;
  reach: ReachRange;
  templates: NamedTemplate[];
}

const blank = blankOf(openingFields);

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
  const hint = t("form.now_when_empty", { zone: useZoneName(zone) });
  return (
    <>
      {isFirst ? null : <NounField fields={openingFields} name="impactOverride" value={blank.impactOverride} />}
      <NounField fields={openingFields} name="startedAt" value={blank.startedAt} says={{ hint }} />
    </>
  );
}

const seldom = ["startedAt", "impactOverride"];

/** Opens a new incident: what happened, what it affects, who is notified. */
export function IncidentForm({ components, zone, reach, templates }: IncidentFormProps) {
  const { t } = useWords();
  const { reachRange } = useReachTexts();
  const { label, choices } = useFieldText(openStatusField);
  const errors = useFormState("open")?.errors ?? {};
  // A page without components can only give it an impact.
  const isFirst = components.length === 0;
  return (
    <Composer
      name="open"
      fields={openingFields}
      templates={templates}
      reach={reachRange(reach)}
      buttons={<Buttons />}
      more={<More zone={zone} isFirst={isFirst} />}
      review={<ReviewButton of="incident" />}
      moreOpen={seldom.some((name) => name in errors)}
    >
      <NounField fields={openingFields} name="title" value={blank.title} />
      <NounField fields={openingFields} name="body" value={blank.body} />
      <StatusChips legend={label} choices={choices} value={blank.status} />
      <NounField
        fields={openingFields}
        name="components"
        value={blank.components}
        picks={proposedChoices(components)}
      />
      {isFirst ? <NounField fields={openingFields} name="impactOverride" value={blank.impactOverride} /> : null}
      <NounField fields={openingFields} name="nextMinutes" value={blank.nextMinutes} />
      <CheckboxField name="notify" label={t("form.notify")} hint={t("form.notify_none")} checked />
    </Composer>
  );
}

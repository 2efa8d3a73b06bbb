import type { NamedComponent } from "~/components/list";
import { blankFieldValues } from "~/fields/fields";
import { ReviewButton } from "~/preview/review/desk/review-button";
import type { Impact } from "~/status/status";
import { useReachTexts } from "~/subscribers/desk/subscriber-texts";
import type { NotificationReachRange } from "~/subscribers/reach";
import type { NamedTemplate } from "~/templates/desk/template-picker";
import { Button } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { useFieldText } from "~/ui/parts/field-text";
import { useFormState } from "~/ui/parts/form";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import { useTimeZoneName } from "~/ui/parts/time-text";
import type { ProposedIncident } from "../propose";
import { newIncidentFields, openIncidentStatusField } from "../rules/fields";
import { UpdateComposer } from "./composer";
import { componentChoicesWithStatus } from "./proposed-choices";
import { StatusChips } from "./status-chips";
import { useWords } from "./words/words";

interface IncidentFormProps {
  components: NamedComponent[];
  zone: string;
  reach: NotificationReachRange;
  templates: NamedTemplate[];
  /** The alert that it is about, and what it says before anyone writes; null for none. */
  alert: { id: string; proposed: ProposedIncident | null; action: string } | null;
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
function More({ zone, isFirst, impact }: { zone: string; isFirst: boolean; impact: Impact | null }) {
  const { t } = useWords();
  const hint = t("form.now_when_empty", { zone: useTimeZoneName(zone) });
  return (
    <>
      {isFirst ? null : <NounFieldControl fields={newIncidentFields} name="impactOverride" value={impact} />}
      <NounFieldControl fields={newIncidentFields} name="startedAt" value={blank.startedAt} says={{ hint }} />
    </>
  );
}

const seldom = ["startedAt", "impactOverride"];

const formOfAlert = (alert: IncidentFormProps["alert"]): string => (alert ? `open-${alert.id}` : "open");

/** Opens a new incident: what happened, what it affects, who is notified. */
export function IncidentForm({ components, zone, reach, templates, alert }: IncidentFormProps) {
  const { t } = useWords();
  const { reachRange } = useReachTexts();
  const { label, choices } = useFieldText(openIncidentStatusField);
  const name = formOfAlert(alert);
  const errors = useFormState(name)?.errors ?? {};
  const first = { ...blank, ...alert?.proposed };
  // A page without components can only give it an impact.
  const isFirst = components.length === 0;
  return (
    <UpdateComposer
      name={name}
      fields={newIncidentFields}
      {...(alert ? { action: alert.action, hidden: { alertId: alert.id } } : {})}
      templates={templates}
      reach={reachRange(reach)}
      buttons={<Buttons />}
      more={<More zone={zone} isFirst={isFirst} impact={first.impactOverride} />}
      review={<ReviewButton of="incident" />}
      moreOpen={seldom.some((field) => field in errors)}
    >
      <NounFieldControl fields={newIncidentFields} name="title" value={first.title} />
      <NounFieldControl fields={newIncidentFields} name="body" value={first.body} />
      <StatusChips legend={label} choices={choices} value={blank.status} />
      <NounFieldControl
        fields={newIncidentFields}
        name="components"
        value={first.components}
        picks={componentChoicesWithStatus(components)}
      />
      {isFirst ? (
        <NounFieldControl fields={newIncidentFields} name="impactOverride" value={first.impactOverride} />
      ) : null}
      <NounFieldControl fields={newIncidentFields} name="nextMinutes" value={blank.nextMinutes} />
      <CheckboxField name="notify" label={t("form.notify")} hint={t("form.notify_none")} checked />
    </UpdateComposer>
  );
}

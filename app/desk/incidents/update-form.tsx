import type { Status } from "~/rules/basics/status";
import { openStatuses, openStatusField, statusField, updateFields } from "~/rules/incidents/fields";
import { Button, EnterButton, PreviewButton } from "../parts/button";
import { CheckboxField, choicesOf, SelectField, TextField } from "../parts/field";
import { useFieldText } from "../parts/field-text";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { WarningList } from "../parts/notice";
import { NounField, namedChoices } from "../parts/noun-fields";
import { useZoneName } from "../parts/time-text";
import { useTable } from "../parts/words";
import { ReviewButton } from "../preview/review-button";
import { useReach } from "../subscribers/subscriber-words";
import { type NamedTemplate, TemplatePicker } from "../templates/template-picker";
import type { NamedComponent } from "./incident-form";
import { useWords } from "./words";

/** A component that will not turn green by resolving, and whose doing that is. */
export interface StaysRed {
  name: string;
  status: Status;
  layers: string[];
}

function StayingRed({ list }: { list: StaysRed[] }) {
  const { t, say, list: listed } = useWords();
  const statuses = useTable("status");
  const layers = useTable("layer");
  if (list.length === 0) return null;
  return (
    <WarningList title={t("update.stays_red")}>
      {list.map((each) => (
        <li key={each.name}>
          {say("update.stays_red_because", {
            component: <bdi>{each.name}</bdi>,
            status: statuses[each.status],
            causes: listed(each.layers.map((layer) => layers[layer] ?? layer)),
          })}
        </li>
      ))}
    </WarningList>
  );
}

interface UpdateFormProps {
  /** Of the incident. */
  id: string;
  version: number;
  status: string;
  components: NamedComponent[];
  chosen: Record<string, string>;
  staysRed: StaysRed[];
  zone: string;
  /** Nobody is notified of a draft, and it cannot be resolved. */
  draft: boolean;
  /** How many people it reaches with its components of now. */
  reach: number;
  templates: NamedTemplate[];
}

/** Post an update; with the status Resolved it closes the incident, on a resolved one another status reopens it. */
export function UpdateForm(props: UpdateFormProps) {
  const { id, version, status, components, chosen, staysRed, zone, draft, reach, templates } = props;
  const closed = status === "resolved";
  const { t } = useWords();
  const { reachText } = useReach();
  const text = useFieldText(draft ? openStatusField : statusField);
  const reopening = openStatuses.map((value) => ({ value, label: t(`reopen.${value}`) }));
  const choices = closed ? reopening : choicesOf(text.choices);
  const openHint = draft ? {} : { hint: t("update.components_hint") };
  const zoneName = useZoneName(zone);
  return (
    <PostForm name="update" version={version}>
      <EnterButton name="intent" value="preview" />
      <Card>
        <TemplatePicker templates={templates} />
        <SelectField name="status" label={text.label} choices={choices} value={closed ? "investigating" : status} />
        <StayingRed list={draft ? [] : staysRed} />
        <NounField fields={updateFields} name="body" value="" says={closed ? { label: t("reopen.why") } : {}} />
        <NounField
          fields={updateFields}
          name="components"
          value={chosen}
          picks={namedChoices(components)}
          says={closed ? { hint: t("reopen.components_hint") } : openHint}
        />
        {closed ? null : <NounField fields={updateFields} name="nextMinutes" value={null} />}
        <TextField
          name="shownAt"
          type="datetime-local"
          label={t("update.shown_at")}
          hint={t("form.now_when_empty", { zone: zoneName })}
        />
        <CheckboxField
          name="notify"
          label={t("form.notify")}
          hint={draft ? t("update.notify_unpublished") : reachText(reach)}
          checked
        />
      </Card>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" name="intent" value="update">
          {t("update.button")}
        </Button>
        <PreviewButton />
        <ReviewButton of="update" id={id} />
      </div>
    </PostForm>
  );
}

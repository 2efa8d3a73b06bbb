import { incidentFields, openStatuses, statusField, updateFields } from "~/rules/incidents/fields";
import type { NamedComponent } from "~/usecases/components/list";
import { Button } from "../parts/button";
import { CheckboxField, TextField } from "../parts/field";
import { useFieldText } from "../parts/field-text";
import { useFormState } from "../parts/form";
import { NounField, namedChoices } from "../parts/noun-fields";
import { useZoneName } from "../parts/time-text";
import { ReviewButton } from "../preview/review-button";
import { useReach } from "../subscribers/subscriber-words";
import type { NamedTemplate } from "../templates/template-picker";
import { Composer } from "./composer";
import { StatusChips } from "./status-chips";
import { Returning, type StaysRed } from "./staying-red";
import { useWords } from "./words";

interface UpdateFormProps {
  /** Of the incident. */
  id: string;
  version: number;
  status: string;
  impactOverride: string | null;
  components: NamedComponent[];
  chosen: Record<string, string>;
  staysRed: StaysRed[];
  zone: string;
  /** How many people it reaches with its components of now. */
  reach: number;
  templates: NamedTemplate[];
}

/** What the press of it does follows from the status: one button is seen, with the name of the act. */
function Buttons({ closed }: { closed: boolean }) {
  const { t } = useWords();
  return (
    <>
      <span className="unless-resolved">
        <Button look="primary" name="intent" value="update">
          {t(closed ? "reopen.button" : "update.button")}
        </Button>
      </span>
      <span className="when-resolved">
        <Button look="primary" name="intent" value={closed ? "word" : "resolve"}>
          {t(closed ? "update.button" : "update.resolve")}
        </Button>
      </span>
    </>
  );
}

/** What an update touches; of one that resolves it nothing is asked, and what becomes of the components is said. */
function Touching({ closed, chosen, components, staysRed }: UpdateFormProps & { closed: boolean }) {
  const { t } = useWords();
  return (
    <>
      <div className="unless-resolved grid gap-5">
        <NounField
          fields={updateFields}
          name="components"
          value={chosen}
          picks={namedChoices(components)}
          says={closed ? { hint: t("reopen.components_hint") } : {}}
        />
        {closed ? null : <NounField fields={updateFields} name="nextMinutes" value={null} />}
      </div>
      {closed ? null : (
        <div className="when-resolved">
          <Returning list={staysRed} />
        </div>
      )}
    </>
  );
}

function More({ closed, impactOverride, zone }: UpdateFormProps & { closed: boolean }) {
  const { t } = useWords();
  const zoneName = useZoneName(zone);
  return (
    <>
      <TextField
        name="shownAt"
        type="datetime-local"
        label={t("update.shown_at")}
        hint={t("form.now_when_empty", { zone: zoneName })}
      />
      {closed ? null : (
        <NounField fields={incidentFields} name="impactOverride" value={impactOverride as "minor" | null} />
      )}
    </>
  );
}

const seldom = ["shownAt", "impactOverride"];

/** Post an update; with the status Resolved it closes the incident. On a resolved one it is a further word, or reopens it. */
export function UpdateForm(props: UpdateFormProps) {
  const { id, version, status, reach, templates } = props;
  const closed = status === "resolved";
  const { t } = useWords();
  const { reachText } = useReach();
  const { label, choices } = useFieldText(statusField);
  const reopening = Object.fromEntries(openStatuses.map((each) => [each, t(`reopen.${each}`)]));
  const errors = useFormState("update")?.errors ?? {};
  return (
    <Composer
      name="update"
      version={version}
      templates={templates}
      reach={reachText(reach)}
      incident={id}
      buttons={<Buttons closed={closed} />}
      more={<More {...props} closed={closed} />}
      review={<ReviewButton of="update" id={id} />}
      moreOpen={seldom.some((name) => name in errors)}
    >
      <NounField fields={updateFields} name="body" value="" />
      <StatusChips
        legend={label}
        choices={closed ? { resolved: choices.resolved ?? "", ...reopening } : choices}
        value={status}
      />
      <Touching {...props} closed={closed} />
      <CheckboxField name="notify" label={t("form.notify")} checked />
    </Composer>
  );
}

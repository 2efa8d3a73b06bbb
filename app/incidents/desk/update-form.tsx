import type { NamedComponent } from "~/components/list";
import { ReviewButton } from "~/preview/review/desk/review-button";
import { proposalField } from "~/proposals/desk/proposal-deeds";
import { useReachTexts } from "~/subscribers/desk/subscriber-texts";
import type { NamedTemplate } from "~/templates/desk/template-picker";
import { Button } from "~/ui/parts/button";
import { CheckboxField, TextField } from "~/ui/parts/field";
import { useFieldText } from "~/ui/parts/field-text";
import { useFormState } from "~/ui/parts/form";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import { useTimeZoneName } from "~/ui/parts/time-text";
import { useWordTable } from "~/ui/parts/words";
import { incidentFields, incidentStatusField, incidentUpdateFields, openIncidentStatuses } from "../rules/fields";
import { incidentStatuses, suggestedIncidentStatus } from "../rules/incident";
import { UpdateComposer } from "./composer";
import { announcementStatusChoices } from "./incident-statuses";
import { componentChoicesWithStatus } from "./proposed-choices";
import { ShownComponentsHiddenInput } from "./shown-components";
import { StatusChips } from "./status-chips";
import { ResolveEffectBanner, type StillRedComponentItem } from "./staying-red";
import { useWords } from "./words/words";

interface IncidentUpdateFormProps {
  /** Id of the incident. */
  id: string;
  version: number;
  status: string;
  /** True when it has neither impact nor components, so that visitors read it as an announcement. */
  announced: boolean;
  impactOverride: string | null;
  components: NamedComponent[];
  chosen: Record<string, string>;
  staysRed: StillRedComponentItem[];
  zone: string;
  /** Number of people that it reaches with its present components. */
  reach: number;
  templates: NamedTemplate[];
  /** The proposal with which it is filled in; null = none. */
  proposal: UpdateProposal | null;
}

/** The content of a proposed update. */
interface UpdateProposal {
  id: string;
  update: { body: string; status?: string | undefined; components?: Record<string, string> | undefined } | null;
}

/** Shows one button, whose label is the action for the chosen status. */
function Buttons({ closed, announced }: Pick<IncidentUpdateFormProps, "announced"> & { closed: boolean }) {
  const { t } = useWords();
  const [reopen, resolve] = announced
    ? (["announcement.reopen", "announcement.complete"] as const)
    : (["reopen.button", "update.resolve"] as const);
  return (
    <>
      <span className="unless-resolved">
        <Button look="primary" name="intent" value="update">
          {t(closed ? reopen : "update.button")}
        </Button>
      </span>
      <span className="when-resolved">
        <Button look="primary" name="intent" value={closed ? "word" : "resolve"}>
          {t(closed ? "update.button" : resolve)}
        </Button>
      </span>
    </>
  );
}

/** Explains below the statuses how an update that resolves changes the components. */
function ResolveEffect({ closed, announced, staysRed }: IncidentUpdateFormProps & { closed: boolean }) {
  if (closed || announced) return null;
  return (
    <div className="when-resolved">
      <ResolveEffectBanner list={staysRed} />
    </div>
  );
}

/** Shows the fields for the affected components and the time of the next update, except for an update that resolves. */
function Touching({ closed, chosen, components, proposal }: IncidentUpdateFormProps & { closed: boolean }) {
  const { t } = useWords();
  return (
    <>
      <ShownComponentsHiddenInput components={chosen} />
      <div className="unless-resolved">
        <div className="grid gap-5">
          <NounFieldControl
            fields={incidentUpdateFields}
            name="components"
            value={{ ...chosen, ...proposal?.update?.components }}
            picks={componentChoicesWithStatus(components)}
            says={closed ? { hint: t("reopen.components_hint") } : {}}
          />
          {closed ? null : <NounFieldControl fields={incidentUpdateFields} name="nextMinutes" value={null} />}
        </div>
      </div>
    </>
  );
}

function More({ closed, impactOverride, zone }: IncidentUpdateFormProps & { closed: boolean }) {
  const { t } = useWords();
  const zoneName = useTimeZoneName(zone);
  return (
    <>
      <TextField
        name="shownAt"
        type="datetime-local"
        label={t("update.shown_at")}
        hint={t("form.now_when_empty", { zone: zoneName })}
      />
      {closed ? null : (
        <NounFieldControl fields={incidentFields} name="impactOverride" value={impactOverride as "minor" | null} />
      )}
    </>
  );
}

/** Shows the field for the status. For a resolved incident it offers an addition, or the status that reopens it. */
function Statuses({ status, announced, proposal }: Pick<IncidentUpdateFormProps, "status" | "announced" | "proposal">) {
  const { t } = useWords();
  const { label, choices } = useFieldText(incidentStatusField);
  const words = useWordTable("announcement_status");
  const closed = status === "resolved";
  if (announced) {
    const next = announcementStatusChoices(words, incidentStatuses, status);
    const again = { resolved: words.resolved ?? "", identified: t("announcement.reopen_update") };
    const value = proposal?.update?.status ?? (status === "investigating" ? "identified" : status);
    return <StatusChips legend={label} choices={closed ? again : next} value={value} />;
  }
  const reopening = Object.fromEntries(openIncidentStatuses.map((each) => [each, t(`reopen.${each}`)]));
  const shown = closed ? { resolved: choices.resolved ?? "", ...reopening } : choices;
  // A proposal without a status keeps the current one.
  const value = proposal?.update?.status ?? status;
  return <StatusChips legend={label} choices={shown} value={value} suggested={suggestedIncidentStatus(status)} />;
}

const seldom = ["shownAt", "impactOverride"];

/** Posts an update; the status Resolved closes the incident. For a resolved incident it adds to it, or reopens it. */
export function IncidentUpdateForm(props: IncidentUpdateFormProps) {
  const { id, version, status, announced, reach, templates, proposal } = props;
  const closed = status === "resolved";
  const { t } = useWords();
  const { reachText } = useReachTexts();
  const state = useFormState("update");
  const errors = state?.errors ?? {};
  const takenId = state?.values[proposalField] ?? proposal?.id ?? "";
  return (
    <UpdateComposer
      key={proposal?.id ?? ""}
      name="update"
      fields={incidentUpdateFields}
      version={version}
      hidden={{ ...(announced ? { announced: "on" } : {}), ...(takenId ? { [proposalField]: takenId } : {}) }}
      templates={templates}
      reach={reachText(reach)}
      incident={id}
      buttons={<Buttons closed={closed} announced={announced} />}
      more={<More {...props} closed={closed} />}
      review={<ReviewButton of="update" id={id} />}
      moreOpen={seldom.some((name) => name in errors)}
    >
      <Statuses status={status} announced={announced} proposal={proposal} />
      <ResolveEffect {...props} closed={closed} />
      <NounFieldControl fields={incidentUpdateFields} name="body" value={proposal?.update?.body ?? ""} />
      <Touching {...props} closed={closed} />
      <CheckboxField name="notify" label={t("form.notify")} checked />
    </UpdateComposer>
  );
}

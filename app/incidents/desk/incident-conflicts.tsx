import type { ComponentProps } from "react";
import type { NamedComponent } from "~/components/list";
import { EditConflictSection } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { fieldChoicesFromNames } from "~/ui/parts/noun-fields";
import { useWordTable } from "~/ui/parts/words";
import type { IncidentView } from "../list";
import { incidentDraftFields, incidentFields, incidentUpdateFields } from "../rules/fields";
import { isAnnouncementSummary } from "../rules/impact";
import { PrivateNoteConflictSection, type TimelineNote } from "./note-entry";
import { shownComponentsHiddenField } from "./shown-components";
import { UpdateConflictSection } from "./timeline";
import { useWords } from "./words/words";

interface IncidentConflictsProps {
  incident: IncidentView;
  updates: (ComponentProps<typeof UpdateConflictSection>["updates"][number] & { body: string })[];
  components: NamedComponent[];
  notes: TimelineNote[];
  here: string;
}

const composedFields = { ...incidentUpdateFields, impactOverride: incidentFields.impactOverride };

const deeds = ["publish", "dismiss", "withdraw"];

/** Returns the draft as its form shows it, or the last update. */
export const incidentDraftValues = ({ incident, updates }: Pick<IncidentConflictsProps, "incident" | "updates">) => ({
  title: incident.title,
  status: incident.status,
  body: updates[0]?.body ?? "",
  components: incident.components,
  impactOverride: incident.impactOverride,
  nextMinutes: null,
});

/** Shows the current values next to the form that conflicted with them. */
export function IncidentConflictSection({ incident, updates, components, notes, here }: IncidentConflictsProps) {
  const { t } = useWords();
  const publishes = useFormState("draft")?.values.intent === "publish";
  const { version } = incident;
  const announcing = useWordTable("announcement_status");
  const says = isAnnouncementSummary(incident) ? { says: { choices: announcing } } : {};
  const besides = shownComponentsHiddenField(incident.components);
  const about = { picks: { components: fieldChoicesFromNames(components) }, keepTo: here, besides };
  const latest = incidentDraftValues({ incident, updates });
  return (
    <>
      <NounConflictSection
        form="draft"
        saved={{ ...latest, version }}
        fields={{ ...incidentDraftFields, status: { ...incidentDraftFields.status, ...says } }}
        {...about}
        {...(publishes ? { again: t("conflict.publish") } : {})}
      />
      <NounConflictSection
        form="update"
        saved={{ ...latest, version }}
        fields={{ ...composedFields, status: { ...composedFields.status, ...says } }}
        {...about}
        again={t("conflict.post")}
      />
      <NounConflictSection form="edit" saved={incident} fields={incidentFields} {...about} />
      <UpdateConflictSection updates={updates} version={version} keepTo={here} />
      <PrivateNoteConflictSection notes={notes} keepTo={here} />
      {deeds.map((form) => (
        <EditConflictSection key={form} form={form} version={version} fields={[]} keepTo={here} />
      ))}
    </>
  );
}

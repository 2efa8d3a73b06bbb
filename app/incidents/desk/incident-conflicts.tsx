import type { ComponentProps } from "react";
import type { NamedComponent } from "~/components/list";
import { Conflict } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { NounConflict } from "~/ui/parts/noun-conflict";
import { namedChoices } from "~/ui/parts/noun-fields";
import { useTable } from "~/ui/parts/words";
import type { IncidentView } from "../list";
import { draftFields, incidentFields, updateFields } from "../rules/fields";
import { isAnnounced } from "../rules/impact";
import { NoteConflicts, type TimelineNote } from "./note-entry";
import { shownComponentsField } from "./shown-components";
import { UpdateConflicts } from "./timeline";
import { useWords } from "./words/words";

interface ConflictsProps {
  incident: IncidentView;
  updates: (ComponentProps<typeof UpdateConflicts>["updates"][number] & { body: string })[];
  components: NamedComponent[];
  notes: TimelineNote[];
  here: string;
}

const composedFields = { ...updateFields, impactOverride: incidentFields.impactOverride };

const deeds = ["publish", "dismiss", "withdraw"];

/** Returns the draft as its form shows it, or the last update. */
export const draftOf = ({ incident, updates }: Pick<ConflictsProps, "incident" | "updates">) => ({
  title: incident.title,
  status: incident.status,
  body: updates[0]?.body ?? "",
  components: incident.components,
  impactOverride: incident.impactOverride,
  nextMinutes: null,
});

/** Shows the present values beside the form that lost the race. */
export function Conflicts({ incident, updates, components, notes, here }: ConflictsProps) {
  const { t } = useWords();
  const publishes = useFormState("draft")?.values.intent === "publish";
  const { version } = incident;
  const announcing = useTable("announcement_status");
  const says = isAnnounced(incident) ? { says: { choices: announcing } } : {};
  const besides = shownComponentsField(incident.components);
  const about = { picks: { components: namedChoices(components) }, keepTo: here, besides };
  const latest = draftOf({ incident, updates });
  return (
    <>
      <NounConflict
        form="draft"
        saved={{ ...latest, version }}
        fields={{ ...draftFields, status: { ...draftFields.status, ...says } }}
        {...about}
        {...(publishes ? { again: t("conflict.publish") } : {})}
      />
      <NounConflict
        form="update"
        saved={{ ...latest, version }}
        fields={{ ...composedFields, status: { ...composedFields.status, ...says } }}
        {...about}
        again={t("conflict.post")}
      />
      <NounConflict form="edit" saved={incident} fields={incidentFields} {...about} />
      <UpdateConflicts updates={updates} version={version} keepTo={here} />
      <NoteConflicts notes={notes} keepTo={here} />
      {deeds.map((form) => (
        <Conflict key={form} form={form} version={version} fields={[]} keepTo={here} />
      ))}
    </>
  );
}

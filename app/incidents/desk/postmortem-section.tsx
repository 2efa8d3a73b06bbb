import { useHasRole } from "~/ui/frame/may";
import { Button, ButtonLink } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { Section } from "~/ui/parts/list";
import type { IncidentView } from "../list";
import { useWords } from "./words/words";

interface PostmortemSectionProps {
  incident: Pick<IncidentView, "id" | "version" | "postmortem">;
  slug: string;
}

/** Links to the postmortem, or starts one. */
export function PostmortemSection({ incident, slug }: PostmortemSectionProps) {
  const { state } = incident.postmortem;
  const responder = useHasRole("responder");
  const { t } = useWords();
  const deed = state === "none" ? "write" : responder ? "edit" : "read";
  if (state === "none" && !responder) return null;
  const place = `/manage/${slug}/incidents/${incident.id}/postmortem`;
  return (
    <Section title={t("postmortem.title")}>
      <p className="text-soft">{t(`postmortem_about.${state}`)}</p>
      {state === "none" ? <p className="text-soft">{t("postmortem_about.start")}</p> : null}
      <div className="flex flex-wrap gap-3">
        {state === "none" ? (
          <ButtonForm name="start" action={place} version={incident.version}>
            <Button look="primary">{t("postmortem_link.start")}</Button>
          </ButtonForm>
        ) : null}
        <ButtonLink to={place} look={state === "draft" ? "primary" : "quiet"}>
          {t(`postmortem_link.${deed}`)}
        </ButtonLink>
      </div>
    </Section>
  );
}

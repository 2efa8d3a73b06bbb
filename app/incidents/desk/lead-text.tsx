import { useWords } from "./words/words";

/** Says who leads the team's work on an incident. */
export function IncidentLeadText({ lead }: { lead: string | null }) {
  const { t, say } = useWords();
  return <span>{lead === null ? t("lead.nobody") : say("lead.name", { name: <bdi>{lead}</bdi> })}</span>;
}

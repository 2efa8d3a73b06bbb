import type { ProposedThing } from "./proposal-notice";
import type { TeamContent } from "./team-content";
import type { TeamWords } from "./team-words";

export interface ProposedContentFacts {
  thing: ProposedThing;
  /** Title of the draft, of the incident or of the maintenance. */
  title: string;
  /** The incident; null for a maintenance. */
  incidentId: string | null;
  /** Name of the person; null when they are no longer known. */
  person: string | null;
  /** Name of the token; "" = without one. */
  token: string;
}

const pathOf = ({ thing, incidentId }: ProposedContentFacts): string => {
  if (incidentId === null) return "/proposals";
  return `/incidents/${incidentId}${thing === "postmortem" ? "/postmortem" : ""}`;
};

/** Returns the message about something that a program proposed. */
export function proposedTeamContent({ t }: TeamWords, facts: ProposedContentFacts): TeamContent {
  const by = [facts.person, facts.token].filter((each) => each !== null && each !== "").join(" · ");
  return {
    title: t("proposed_title", { title: facts.title }),
    text: t("proposed_about"),
    severity: "info",
    link: { text: t("open_proposal"), path: pathOf(facts) },
    facts: by === "" ? [] : [{ name: t("proposed_by"), value: by }],
  };
}

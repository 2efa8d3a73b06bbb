import { useWords } from "./words/words";

/** Shows the title of the alert that opened the incident, if visitors read another title. */
export function OpenedByAlertText({
  incident: { title, alertTitle },
}: {
  incident: { title: string; alertTitle: string };
}) {
  const { say } = useWords();
  if (alertTitle === "" || alertTitle === title) return null;
  return <span>{say("incident.opened_by", { title: <bdi>{alertTitle}</bdi> })}</span>;
}

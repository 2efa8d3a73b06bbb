import { useWords } from "./words/words";

/** What the alert that opened it calls itself, where visitors read other words. */
export function OpenedBy({ incident: { title, alertTitle } }: { incident: { title: string; alertTitle: string } }) {
  const { say } = useWords();
  if (alertTitle === "" || alertTitle === title) return null;
  return <span>{say("incident.opened_by", { title: <bdi>{alertTitle}</bdi> })}</span>;
}

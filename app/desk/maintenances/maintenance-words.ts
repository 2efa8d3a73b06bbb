/** What the steps of a maintenance need to know of it. */
export interface Course {
  status: string;
  startsAt: number;
  endsAt: number;
  autoStart: boolean;
  autoEnd: boolean;
  tellStart: boolean;
  tellEnd: boolean;
  remindDay: boolean;
  remindHour: boolean;
}

export interface Step {
  /** ms. */
  at: number;
  words: string;
}

const hour = 3_600_000;

const told = (tells: boolean) => (tells ? "subscribers are notified" : "nobody is notified");

function reminders({ startsAt, remindDay, remindHour }: Course, now: number): Step[] {
  const wanted = [
    { wants: remindDay, at: startsAt - 24 * hour, words: "Subscribers are reminded, 24 hours before." },
    { wants: remindHour, at: startsAt - hour, words: "Subscribers are reminded, 60 minutes before." },
  ];
  return wanted.filter(({ wants, at }) => wants && at > now).map(({ at, words }) => ({ at, words }));
}

const startOf = ({ startsAt, autoStart, tellStart }: Course): Step => ({
  at: startsAt,
  words: autoStart
    ? `Starts automatically; ${told(tellStart)}.`
    : "Scheduled to start: someone has to press “Start now”.",
});

const endOf = ({ endsAt, autoEnd, tellEnd }: Course): Step => ({
  at: endsAt,
  words: autoEnd ? `Ends automatically; ${told(tellEnd)}.` : "Scheduled to end: someone has to press “Complete”.",
});

/** What happens next and when, soonest first; nothing once it is over. */
export function stepsOf(course: Course, now: number): Step[] {
  const { status } = course;
  if (status === "scheduled") return [...reminders(course, now), startOf(course), endOf(course)];
  return status === "in_progress" || status === "verifying" ? [endOf(course)] : [];
}

/** A rule's words at the beginning of a line. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

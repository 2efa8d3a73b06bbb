export type DemoStatuses = Record<string, string | null>;

/** One update of an incident: minutes after its start; `touched` = the components' statuses from then on. */
export interface DemoUpdate {
  after: number;
  status: "investigating" | "identified" | "monitoring" | "resolved";
  body: string;
  touched?: DemoStatuses;
}

export interface DemoIncident {
  title: string;
  /** Start in minutes before the first start. */
  ago: number;
  author: string;
  updates: DemoUpdate[];
}

export const minutesOfDays = (count: number, hours = 0, minutes = 0) => (count * 24 + hours) * 60 + minutes;

const degraded = "degraded_performance";
const partial = "partial_outage";
const major = "major_outage";

/** Incidents of the demo, oldest first. The last incident is still open. */
export const demoIncidents: DemoIncident[] = [
  {
    title: "Card payments declined for some banks",
    ago: minutesOfDays(83, 4, 20),
    author: "Mara Lind",
    updates: [
      {
        after: 6,
        status: "investigating",
        body: "Some card payments are declined although the bank approved them. We are looking into it.",
        touched: { "Card payments": partial },
      },
      {
        after: 24,
        status: "identified",
        body: "Our payment processor has confirmed a fault with cards of four European banks. Other cards work.",
      },
      {
        after: 58,
        status: "monitoring",
        body: "The processor has switched to another route and declines are back to normal. We keep watching.",
        touched: { "Card payments": degraded },
      },
      { after: 96, status: "resolved", body: "Payments have been normal for half an hour. Nobody was charged twice." },
    ],
  },
  {
    title: "Search results up to an hour old",
    ago: minutesOfDays(71, 9, 5),
    author: "Tom Okafor",
    updates: [
      {
        after: 14,
        status: "identified",
        body: "New and changed events appear in search up to an hour late. Buying tickets is not affected.",
        touched: { "Event search": degraded },
      },
      { after: 131, status: "resolved", body: "The index has caught up; new events appear within a minute again." },
    ],
  },
  {
    title: "Website and checkout unavailable",
    ago: minutesOfDays(58, 20, 42),
    author: "Mara Lind",
    updates: [
      {
        after: 3,
        status: "investigating",
        body: "The website and checkout answer with errors. All of us are on it.",
        touched: { Website: major, Checkout: major, "Mobile app": partial, "Public API": partial },
      },
      {
        after: 17,
        status: "identified",
        body: "A configuration change emptied our connection pools. We are rolling it back.",
      },
      {
        after: 29,
        status: "monitoring",
        body: "The change is rolled back and pages load again. Orders placed in the meantime are safe.",
        touched: { Website: degraded, Checkout: degraded, "Mobile app": null, "Public API": null },
      },
      {
        after: 61,
        status: "resolved",
        body: "Everything has been normal for 30 minutes. We have added a check that stops such a change before it is rolled out.",
      },
    ],
  },
  {
    title: "Payouts delayed by one day",
    ago: minutesOfDays(47, 6, 10),
    author: "Ines Duarte",
    updates: [
      {
        after: 20,
        status: "identified",
        body: "Our bank could not take today's payout file. Payouts will arrive tomorrow; no amounts change.",
        touched: { Payouts: degraded },
      },
      { after: 560, status: "resolved", body: "All delayed payouts were sent in this evening's run." },
    ],
  },
  {
    title: "Slow webhooks",
    ago: minutesOfDays(33, 2, 15),
    author: "Tom Okafor",
    updates: [
      {
        after: 9,
        status: "investigating",
        body: "Webhooks arrive up to 12 minutes late. None is lost.",
        touched: { Webhooks: degraded },
      },
      { after: 40, status: "monitoring", body: "We have doubled the senders and the queue is shrinking." },
      { after: 77, status: "resolved", body: "The queue is empty and webhooks arrive within seconds." },
    ],
  },
  {
    title: "Ticket emails to Outlook addresses delayed",
    ago: minutesOfDays(22, 11, 30),
    author: "Ines Duarte",
    updates: [
      {
        after: 18,
        status: "identified",
        body: "Microsoft is holding back our mail to Outlook and Hotmail addresses. Tickets are in the app at once.",
        touched: { "Email and SMS": partial },
      },
      { after: 205, status: "resolved", body: "Delayed mail has been delivered and new mail arrives at once." },
    ],
  },
  {
    title: "Scanners could not sign in",
    ago: minutesOfDays(12, 3, 50),
    author: "Mara Lind",
    updates: [
      {
        after: 5,
        status: "investigating",
        body: "Entry scanners that were restarted cannot sign in. Scanners that are signed in go on working.",
        touched: { "Entry scanning": partial },
      },
      {
        after: 22,
        status: "monitoring",
        body: "An expired certificate has been replaced. Scanners sign in again.",
        touched: { "Entry scanning": null },
      },
      {
        after: 50,
        status: "resolved",
        body: "All venues have confirmed. We now renew this certificate automatically.",
      },
    ],
  },
  {
    title: "Public API: raised error rate",
    ago: minutesOfDays(4, 7, 25),
    author: "Tom Okafor",
    updates: [
      {
        after: 4,
        status: "investigating",
        body: "About 3 % of requests to the public API fail with status 500. Trying again helps.",
        touched: { "Public API": degraded },
      },
      {
        after: 19,
        status: "resolved",
        body: "One of our servers had run out of disk and was taken out of service. Errors stopped at once.",
      },
    ],
  },
  {
    title: "Refunds take longer than usual",
    ago: 57,
    author: "Ines Duarte",
    updates: [
      {
        after: 5,
        status: "investigating",
        body: "Refunds stay in the state “pending” for longer than usual. We are looking for the cause.",
        touched: { Refunds: degraded },
      },
      {
        after: 23,
        status: "identified",
        body: "Our payment processor answers refunds slowly. Every refund will be carried out; please do not start it again.",
      },
      {
        after: 44,
        status: "identified",
        body: "The processor is adding capacity. About 200 refunds are waiting; new ones take up to 40 minutes.",
      },
    ],
  },
];

export interface DemoMaintenance {
  title: string;
  body: string;
  /** Minutes from the first start; negative = before it. */
  startsIn: number;
  minutes: number;
  components: string[];
}

export const demoMaintenances: DemoMaintenance[] = [
  {
    title: "Database upgrade",
    body: "We move orders to a newer database. Checkout and the box office pause for a few minutes within this window.",
    startsIn: -minutesOfDays(26, 5),
    minutes: 90,
    components: ["Checkout", "Box office"],
  },
  {
    title: "New network equipment",
    body: "We replace two routers in our first data centre. Entry scanning works offline during the change.",
    startsIn: minutesOfDays(3, 6),
    minutes: 120,
    components: ["Entry scanning", "Public API"],
  },
];

/** Short problems that monitoring observed and that needed no incident. */
export const demoBlips = [
  { component: "Event search", ago: minutesOfDays(64, 1, 12), minutes: 11, status: degraded },
  { component: "Webhooks", ago: minutesOfDays(39, 15, 33), minutes: 7, status: partial },
  { component: "Mobile app", ago: minutesOfDays(17, 8, 4), minutes: 16, status: degraded },
  { component: "Website", ago: minutesOfDays(8, 19, 47), minutes: 4, status: degraded },
];

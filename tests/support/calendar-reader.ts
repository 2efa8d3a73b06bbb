import ICAL from "ical.js";
import nodeIcal from "node-ical";

/** One event as two independent programs read it; they must agree. */
export interface ReadEvent {
  uid: string;
  sequence: number;
  status: string;
  summary: string;
  description: string;
  /** Times in ms. */
  start: number;
  end: number;
  changed: number;
  url: string;
  categories: string[];
}

const octets = (line: string) => new TextEncoder().encode(line).length;

/**
 * Checks RFC 5545 §3.1 by the bytes: lines end with CRLF, none is longer than 75 octets, and none has control
 * characters.
 */
export function byteComplaints(text: string): string[] {
  const lines = text.split("\r\n");
  const complaints = lines.filter((line) => octets(line) > 75).map((line) => `too long: ${line}`);
  if (lines.at(-1) !== "") complaints.push("does not end with CRLF");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (lines.some((line) => /[\u0000-\u0008\u000a-\u001f\u007f]|\p{Surrogate}/u.test(line))) {
    complaints.push("a control character");
  }
  return complaints;
}

function byIcalJs(text: string): ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component);
    const property = (name: string) => component.getFirstPropertyValue(name);
    const instant = (name: string) => (property(name) as ICAL.Time).toJSDate().getTime();
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: String(property("status")),
      summary: event.summary,
      description: event.description ?? "",
      start: event.startDate.toJSDate().getTime(),
      end: event.endDate.toJSDate().getTime(),
      changed: instant("last-modified"),
      url: String(property("url")),
      categories: component.getFirstProperty("categories")?.getValues().map(String) ?? [],
    };
  });
}

const text = (value: unknown) =>
  String(typeof value === "object" && value !== null && "val" in value ? value.val : value);

function byNodeIcal(file: string): ReadEvent[] {
  return Object.values(nodeIcal.sync.parseICS(file)).flatMap((each) => {
    if (each?.type !== "VEVENT") return [];
    return [
      {
        uid: each.uid,
        sequence: Number(each.sequence),
        status: String(each.status),
        summary: text(each.summary),
        description: each.description === undefined ? "" : text(each.description),
        start: each.start.getTime(),
        end: (each.end ?? each.start).getTime(),
        changed: each.lastmodified?.getTime() ?? 0,
        url: text(each.url),
        categories: (each.categories ?? []).map(String),
      },
    ];
  });
}

const sorted = (events: ReadEvent[]) => events.sort((one, other) => (one.uid < other.uid ? -1 : 1));

/** Reads a calendar with ical.js and with node-ical. */
export const readBoth = (file: string): [ReadEvent[], ReadEvent[]] => [
  sorted(byIcalJs(file)),
  sorted(byNodeIcal(file)),
];

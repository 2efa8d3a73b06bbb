import { sampleTeamMessage } from "~/channels/contract/contract-samples";
import { channelAdapters } from "~/channels/kinds/known-kinds";
import type { CtxOptions } from "~/platform/ctx";
import { chargeMeter } from "~/platform/meter";
import type { OutboundAnswer, OutboundFailure, OutboundRequest } from "~/platform/outbound";

/** Outcomes of a call: whether it is accepted, and how much of the answer arrives. */
export const fates = ["taken", "broken", "lost", "reset", "busy", "later", "refused"] as const;
export type Fate = (typeof fates)[number];

const isTaken = (fate: Fate) => fate === "taken" || fate === "broken" || fate === "lost";

/** A call that its receiver accepted. */
export interface Arrived {
  kind: string;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
  /** The number of the issue that it created, if any. */
  made: number | null;
}

export interface DoubtfulReceivers {
  outbound: NonNullable<CtxOptions["outbound"]>;
  arrived: Arrived[];
  /** All messages that any of them received, with the id by which it recognises them; also those it did not accept. */
  heard: Arrived[];
  /** Applies from now on. */
  meet(fateOf: (kind: string, nth: number) => Fate): void;
}

/**
 * Settings in place of samples: two samples share a host, and no sample of a custom request contains the message's id.
 */
const over: Record<string, object> = {
  mattermost: { url: "https://mattermost.example.com/hooks/x1y2z3x1y2z3" },
  http: { body: '{"id":"{{id}}","title":"{{title}}","text":"{{text}}"}' },
};

export const teamKinds = channelAdapters.filter(({ team }) => team);
export const settingsOfKind = (kind: string): Record<string, unknown> => ({
  ...(teamKinds.find((each) => each.kind === kind)?.sampleSettings as object),
  ...over[kind],
});

const hostOf = (url: string) => new URL(url).hostname;

const kindsByHost = new Map(
  teamKinds.flatMap(({ kind, team }) => {
    const message = sampleTeamMessage("incident_opened");
    const calls = team?.({ message, settings: settingsOfKind(kind), state: null, now: 0 }) ?? [];
    return calls.map(({ url }) => [hostOf(url), kind] as const);
  }),
);

/** Returns the answer that its documentation describes. */
function takenBy({ kind, made }: Arrived): { status: number; text: string } {
  const { status, text = "" } = teamKinds.find((each) => each.kind === kind)?.sampleAnswers.sent ?? { status: 200 };
  return { status, text: made === null ? text : `{"id":1,"number":${made},"state":"open"}` };
}

const answered = (status: number, text: string, headers: Record<string, string> = {}): OutboundAnswer => ({
  ok: true,
  status,
  headers: new Headers(headers),
  text,
  truncated: false,
  milliseconds: 1,
});
const failed = (reason: OutboundFailure["reason"]): OutboundFailure => ({
  ok: false,
  reason,
  code: reason,
  detail: "call.unreachable",
  milliseconds: 1,
});

const endings: Record<Fate, (call: Arrived) => OutboundAnswer | OutboundFailure> = {
  taken: (call) => answered(takenBy(call).status, takenBy(call).text),
  broken: (call) => ({ ...answered(takenBy(call).status, ""), truncated: true }),
  lost: () => failed("timeout"),
  reset: () => failed("unreachable"),
  busy: () => answered(500, "busy"),
  later: () => answered(429, "later", { "retry-after": "45" }),
  refused: () => answered(400, "refused"),
};

/**
 * Starts other servers behind a network that loses, doubles and delays: what they accepted differs from the answers
 * that arrive.
 */
export function startDoubtfulReceivers(): DoubtfulReceivers {
  const [arrived, heard]: [Arrived[], Arrived[]] = [[], []];
  const calls = new Map<string, number>();
  let issues = 0;
  let fateOf: (kind: string, nth: number) => Fate = () => "taken";
  async function fetch({ url, method = "GET", headers = {}, body = "" }: OutboundRequest) {
    const kind = kindsByHost.get(hostOf(url)) ?? "";
    const nth = calls.get(kind) ?? 0;
    calls.set(kind, nth + 1);
    const fate = fateOf(kind, nth);
    const made = kind === "github-issue" && url.endsWith("/issues") ? ++issues : null;
    const call = { kind, url, method, headers, body, made };
    if (fate !== "reset") heard.push(call);
    if (isTaken(fate)) arrived.push(call);
    return endings[fate](call);
  }
  const unused = async () => failed("unreachable");
  return {
    arrived,
    heard,
    outbound: ({ meter }) => ({
      async fetch(request) {
        chargeMeter(meter, "subrequests", 1);
        return fetch(request);
      },
      connect: unused,
      upgrade: unused,
    }),
    meet(by) {
      fateOf = by;
      calls.clear();
    },
  };
}

import { chargeMeter } from "~/platform/meter";
import { nodeOutbound } from "./outbound";
import { PushReceiver } from "./push-receiver";
import { arrange, someInWays } from "./scenario";
import type { Told } from "./told";

interface Answer {
  status: number;
  headers?: Record<string, string>;
}

export interface ManyInWays {
  /** Adds active subscribers of this way, each with an address that ends in its number. */
  subscribe(way: "web-push" | "webhook", from: number, to: number): Promise<void>;
  /** Number of notifications that each accepted, by number. */
  took: Map<number, number>;
}

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3J7nR5mYq0E=";

/**
 * Adds thousands of subscribers by push and webhook, and keeps only their counts; `answer` is that of subscriber n to
 * its call number `times`.
 */
export function manyInWays(told: Told, answer: (n: number, times: number) => Answer | null): ManyInWays {
  const { deployment } = told;
  const [took, called] = [new Map<number, number>(), new Map<number, number>()];
  const { keys } = new PushReceiver();
  const network = nodeOutbound({ networks: ["127.0.0.0/8", "::1"] });
  const count = (counts: Map<number, number>, n: number) => counts.set(n, (counts.get(n) ?? 0) + 1).get(n) as number;
  deployment.way.outbound = (around) => ({
    ...network(around),
    async fetch({ url }) {
      chargeMeter(around.meter, "subrequests", 1);
      const n = Number(url.slice(-6));
      const given = answer(n, count(called, n));
      if (!given) count(took, n);
      const { status = 200, headers = {} } = given ?? {};
      return { ok: true, status, text: "", headers: new Headers(headers), truncated: false, milliseconds: 5 };
    },
  });
  const settingsOf = (way: "web-push" | "webhook", number: string) =>
    way === "webhook"
      ? { url: `https://hooks.visitor.example/${number}`, secret }
      : { endpoint: `https://fcm.googleapis.com/fcm/send/${number}`, ...keys };
  return {
    took,
    async subscribe(way, from, to) {
      const numbers = Array.from({ length: to - from }, (_, index) => String(from + index).padStart(6, "0"));
      const reached = numbers.map((number) => ({
        id: `sub${number}`,
        way,
        key: number.padStart(32, "0"),
        settings: settingsOf(way, number),
      }));
      await arrange(deployment, someInWays(told.pageId, reached));
    },
  };
}

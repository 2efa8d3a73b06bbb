import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { certificateFor } from "../../../tests/support/certificates";
import { sentOf } from "../../../tests/support/ingest-fixtures";
import { sourceAdapterOf } from "../kinds/known-kinds";

interface Vector {
  name: string;
  secret: string;
  headers: Record<string, string>;
  body: string;
  valid: boolean;
  config?: { header: string; timestampHeader: string };
  now?: number;
}

const load = (kind: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../tests/fixtures/ingest/${kind}/signatures.vectors`, import.meta.url), "utf8"),
  );

const settingsOf = ({ secret, config }: Vector) => ({
  secret,
  signatureHeader: config?.header ?? "X-Grafana-Alerting-Signature",
  timestampHeader: config?.timestampHeader,
});

describe.each(["github", "pagerduty", "sentry", "checkly", "grafana"])("%s", (kind) => {
  const vectors: Vector[] = load(kind).cases;

  test.each(vectors.map((each) => [each.name, each] as const))("signature vector: %s", async (_, vector) => {
    const { headers, body, now = 0 } = vector;
    const sent = sentOf(settingsOf(vector) as unknown, { headers: new Headers(headers), body, now: now * 1000 });
    expect(await sourceAdapterOf(kind)?.authenticate(sent)).toBe(vector.valid);
  });

  test("vectors of both kinds are there", () => {
    expect(new Set(vectors.map(({ valid }) => valid))).toEqual(new Set([true, false]));
  });
});

interface SnsVectors {
  certificates: Record<string, string>;
  cases: { name: string; body: Record<string, string>; valid: boolean }[];
}

describe("aws-sns", () => {
  const { certificates, cases }: SnsVectors = load("aws-sns");
  const source = sourceAdapterOf("aws-sns");
  /** One day after the creation of the vectors' certificate. */
  const made = Date.parse("2026-11-21T12:00:00Z");

  test.each(cases.map((each) => [each.name, each] as const))("signature vector: %s", async (_, { body, valid }) => {
    const sent = sentOf({ rawDelivery: "no", noData: "ignore" } as unknown, { body: JSON.stringify(body), now: made });
    const need = source?.needs(sent, false);
    const isPinned = need?.pinned.test(need.url) ?? false;
    const fetched = need && isPinned ? (certificates[need.url] ?? null) : null;
    expect(await source?.authenticate({ ...sent, fetched })).toBe(valid);
  });

  test("a subscription is confirmed at its own host, once it is proven, and only of the topic that is set", () => {
    const confirms = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=a";
    const body = JSON.stringify({
      Type: "SubscriptionConfirmation",
      TopicArn: "arn:a",
      SubscribeURL: confirms,
    });
    const sent = (topicArn?: string) => sentOf({ topicArn, rawDelivery: "no", noData: "ignore" } as unknown, { body });
    expect(source?.needs(sent(), true)).toMatchObject({ url: confirms, keep: false });
    expect(source?.needs(sent("arn:b"), true)).toBeNull();
    expect(source?.needs(sent(), true)?.pinned.test(confirms)).toBe(true);
    expect(source?.needs(sent(), true)?.pinned.test(confirms.replace(".com/", ".com.evil.example/"))).toBe(false);
    const over = body.replace("SubscriptionConfirmation", "UnsubscribeConfirmation");
    expect(source?.needs(sentOf({ rawDelivery: "no" } as unknown, { body: over }), true)).toBeNull();
  });

  test("a certificate of another name, and one whose dates are over, prove nothing", async () => {
    const { body } = cases[0] as { body: Record<string, string> };
    const sent = (now: number) =>
      sentOf({ rawDelivery: "no", noData: "ignore" } as unknown, { body: JSON.stringify(body), now });
    const fetched = certificates[body.SigningCertURL ?? ""] ?? "";
    expect(await source?.authenticate({ ...sent(made), fetched })).toBe(true);
    expect(await source?.authenticate({ ...sent(Date.parse("2127-01-01")), fetched })).toBe(false);
    expect(await source?.authenticate({ ...sent(made), fetched: certificateFor(["DNS:example.com"]).cert })).toBe(
      false,
    );
    expect(await source?.authenticate({ ...sent(made), fetched: `<Tag>${fetched}</Tag>` })).toBe(false);
  });
});

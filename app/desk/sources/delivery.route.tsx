import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { readDelivery } from "~/usecases/sources/read-delivery";
import { onPage, orThrow, param } from "../frame/desk";
import { titledBy } from "../frame/title";
import { Detail, List, PageHead, Row, Section, Verbatim } from "../parts/list";
import { TimeText } from "../parts/time-text";
import { isWordOf, useWords, wordsIn } from "./words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies Guard };

export const meta = titledBy(wordsIn, "page.delivery");

/** JSON is laid out; anything else stays as it came. */
function layOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

export const loader = onPage(async (desk) => {
  const given = { pageId: desk.pageId, sourceId: param(desk, "id"), id: param(desk, "delivery") };
  const delivery = orThrow(await readDelivery(desk.ctx, given));
  return { delivery: { ...delivery, body: layOut(delivery.body) } };
});

function Signals() {
  const { t } = useWords();
  const { delivery } = useLoaderData<typeof loader>();
  if (delivery.signals.length === 0) return <p className="text-soft">{t("part.no_signals")}</p>;
  return (
    <List>
      {delivery.signals.map((signal) => (
        <Row key={signal.key}>
          <p className="font-mono text-sm">
            <bdi>{signal.key}</bdi>
          </p>
          <Detail>
            <span>{isWordOf("state", signal.state) ? t(`state.${signal.state}`) : signal.state}</span>
            <span>{isWordOf("result", signal.outcome) ? t(`result.${signal.outcome}`) : signal.outcome}</span>
            {signal.flags?.map((flag) => (
              <span key={flag}>{isWordOf("flag", flag) ? t(`flag.${flag}`) : flag}</span>
            ))}
          </Detail>
        </Row>
      ))}
    </List>
  );
}

export default function Delivery() {
  const { t, say } = useWords();
  const { delivery } = useLoaderData<typeof loader>();
  const headers = Object.entries(delivery.headers).map(([name, value]) => `${name}: ${value}`);
  const at = <TimeText at={delivery.receivedAt} />;
  const step = delivery.settled ? "done" : "waiting";
  const note = delivery.reason
    ? say(`note.rejected_${step}`, { at, reason: delivery.reason })
    : say(`note.read_${step}`, { at, count: delivery.signals.length });
  return (
    <>
      <PageHead title={t("page.delivery")} note={note} />
      <Section title={t("part.signals")}>
        <Signals />
      </Section>
      <Section title={t("part.headers")}>
        <Verbatim label={t("part.headers")}>{headers.join("\n") || t("part.no_headers")}</Verbatim>
      </Section>
      <Section title={t("part.body")}>
        <Verbatim label={t("part.body")}>{delivery.body}</Verbatim>
      </Section>
    </>
  );
}

import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { readDelivery } from "~/usecases/sources/read-delivery";
import { onPage, orThrow, param } from "../frame/desk";
import { titled } from "../frame/title";
import { Detail, List, PageHead, Row, Section, Verbatim } from "../parts/list";
import { TimeText } from "../parts/time-text";
import { readWords } from "./source-parts";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies Guard };

export const meta = titled("Delivery");

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
  const { delivery } = useLoaderData<typeof loader>();
  if (delivery.signals.length === 0) return <p className="text-soft">None given.</p>;
  return (
    <List>
      {delivery.signals.map((signal) => (
        <Row key={signal.key}>
          <p className="font-mono text-sm">
            <bdi>{signal.key}</bdi>
          </p>
          <Detail>
            <span>{signal.state}</span>
            <span>{signal.outcome}</span>
            {signal.flags?.length ? <span>{signal.flags.join(", ")}</span> : null}
          </Detail>
        </Row>
      ))}
    </List>
  );
}

export default function Delivery() {
  const { delivery } = useLoaderData<typeof loader>();
  const headers = Object.entries(delivery.headers).map(([name, value]) => `${name}: ${value}`);
  const read = delivery.reason ? `rejected: ${delivery.reason}` : readWords(delivery.signals.length);
  const note = (
    <>
      <TimeText at={delivery.receivedAt} />: received, {read}, {delivery.settled ? "done" : "waiting to be done"}
    </>
  );
  return (
    <>
      <PageHead title="Delivery" note={note} />
      <Section title="Signals">
        <Signals />
      </Section>
      <Section title="Headers">
        <Verbatim label="Headers">{headers.join("\n") || "none kept"}</Verbatim>
      </Section>
      <Section title="Body">
        <Verbatim label="Body">{delivery.body}</Verbatim>
      </Section>
    </>
  );
}

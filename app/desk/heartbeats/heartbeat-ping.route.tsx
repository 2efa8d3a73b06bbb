import { Link, useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { readPing } from "~/usecases/heartbeats/read-body";
import { onPage, orThrow, param } from "../frame/desk";
import { titled } from "../frame/title";
import { PageHead, Section, Verbatim } from "../parts/list";
import { TimeText } from "../parts/time-text";
import { durationText, pingKindWords } from "./heartbeat-words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies Guard };

export const meta = titled("Ping");

export const loader = onPage(async (desk) => {
  const id = param(desk, "id");
  const number = Number(param(desk, "number"));
  const read = orThrow(await readPing(desk.ctx, { pageId: desk.pageId, id, number }));
  return { ...read, up: `/manage/${desk.slug}/heartbeats/${id}` };
});

function Facts() {
  const { ping } = useLoaderData<typeof loader>();
  const facts: [string, string][] = [
    ["Type", pingKindWords[ping.kind]],
    ["Exit status", ping.exit === null ? "" : String(ping.exit)],
    ["Duration", ping.duration === null ? "" : durationText(ping.duration)],
    ["Run id", ping.runId ?? ""],
    ["By", ping.method],
    ["From", ping.from],
    ["Client", ping.agent],
  ];
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1">
      {facts
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="break-words">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}

export default function Ping() {
  const { name, ping, body, truncated, up } = useLoaderData<typeof loader>();
  const note = (
    <>
      <Link to={up} className="-my-2.5 inline-flex min-h-11 items-center">
        {name}
      </Link>
      , <TimeText at={ping.at} exact />
    </>
  );
  return (
    <>
      <PageHead title={`Ping ${ping.number}`} note={note} />
      <Section title="What it said">
        <Facts />
      </Section>
      <Section title="Body">
        {body === null ? (
          <p className="text-soft">No body, or it is no longer stored.</p>
        ) : (
          <>
            {truncated ? <p>Truncated to the first 10,000 bytes.</p> : null}
            <Verbatim label="Body">{body}</Verbatim>
          </>
        )}
      </Section>
    </>
  );
}

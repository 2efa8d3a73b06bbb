import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { listHeartbeats } from "~/usecases/heartbeats/list";
import { makePingKey } from "~/usecases/heartbeats/ping-key";
import { onPage, orThrow } from "../frame/desk";
import { useMay } from "../frame/may";
import { titled } from "../frame/title";
import { ButtonLink } from "../parts/button";
import { Conflict } from "../parts/conflict";
import { EmptyState, PageHead, Section } from "../parts/list";
import { answer, readPosted, showErrors, ticked } from "../parts/posted";
import { HeartbeatFilter, HeartbeatList, PingKey } from "./heartbeat-list";

export { clientAction } from "../frame/client-action";
export { shouldRevalidate } from "../frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies Guard };

export const meta = titled("Heartbeats");

export const loader = onPage(async ({ ctx, pageId, slug, url }) => {
  const asked = (name: string) => url.searchParams.get(name) ?? "";
  const filter = { text: asked("text"), state: asked("state"), tag: asked("tag") };
  const listed = orThrow(await listHeartbeats(ctx, { pageId, ...filter }));
  return { ...listed, filter, origin: ctx.config.origin, here: `/manage/${slug}/heartbeats` };
});

/** Its two forms make the page's ping key, the first or another one. */
export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const again = posted.form !== "make-ping-key";
  if (again && !ticked(posted.fields, "sure")) return showErrors(posted, { sure: "Tick the box to continue." });
  const { pageId, slug } = desk;
  const made = await makePingKey(desk.ctx, { pageId, version: posted.version, commitId: posted.commitId });
  return answer(posted, made, `/manage/${slug}/heartbeats`, again ? "ping-key-rotated" : "ping-key-made");
});

function Nothing() {
  const { total } = useLoaderData<typeof loader>();
  return total > 0 ? (
    <EmptyState title="No heartbeats found">
      <p>No heartbeats match your filter. Show all, or change the filter.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No heartbeat yet">
      <p>
        A heartbeat monitors scheduled jobs: a nightly backup, an agent, a queue worker. The job calls a URL each time;
        if no call arrives in time, or it reports a failure, its components change status.
      </p>
    </EmptyState>
  );
}

function KeyPart() {
  const { pingKey, origin, here } = useLoaderData<typeof loader>();
  return (
    <Section title="Ping key">
      <Conflict form="make-ping-key" version={pingKey.version} fields={[]} keepTo={here} />
      <Conflict form="rotate-ping-key" version={pingKey.version} fields={[]} keepTo={here} />
      <PingKey pingKey={pingKey} origin={origin} />
    </Section>
  );
}

export default function Heartbeats() {
  const { heartbeats, tags, total, filter, here } = useLoaderData<typeof loader>();
  const admin = useMay("admin");
  const add = admin ? (
    <ButtonLink to={`${here}/new`} look="primary">
      New heartbeat
    </ButtonLink>
  ) : null;
  return (
    <>
      <PageHead title="Heartbeats" note="Jobs and agents that report that they ran." action={add} />
      {total > 0 ? <HeartbeatFilter values={filter} tags={tags} to={here} /> : null}
      {heartbeats.length === 0 ? <Nothing /> : <HeartbeatList heartbeats={heartbeats} here={here} />}
      {admin ? <KeyPart /> : null}
    </>
  );
}

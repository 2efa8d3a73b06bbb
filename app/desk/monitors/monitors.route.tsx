import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { listMonitors } from "~/usecases/monitors/list";
import { onPage, orThrow } from "../frame/desk";
import { useMay } from "../frame/may";
import { titled } from "../frame/title";
import { ButtonLink } from "../parts/button";
import { PostForm, useFormState } from "../parts/form";
import { EmptyState, PageHead } from "../parts/list";
import { readPosted } from "../parts/posted";
import { actOnMonitors } from "./monitor-actions";
import { BulkFields, CarryNote, More } from "./monitor-bulk";
import { MonitorFilter } from "./monitor-filter";
import { MonitorList } from "./monitor-list";
import { monitorStateWords } from "./monitor-words";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies Guard };

export const meta = titled("Monitors");

export const loader = onPage(async ({ ctx, pageId, slug, url }) => {
  const asked = (name: string) => url.searchParams.get(name) ?? "";
  const state = Object.hasOwn(monitorStateWords, asked("state")) ? asked("state") : "";
  const filter = { state, tag: asked("tag"), text: asked("text") };
  const given = Object.fromEntries(Object.entries({ ...filter, after: asked("after") }).filter(([, value]) => value));
  const listed = orThrow(await listMonitors(ctx, { pageId, ...given }));
  return { ...listed, filter, first: asked("after") === "", slug };
});

export const action = onPage(async (desk) => actOnMonitors(desk, await readPosted(desk)));

function Listed() {
  const { monitors, slug } = useLoaderData<typeof loader>();
  const admin = useMay("admin");
  const kept = useFormState("bulk")?.values ?? {};
  const list = <MonitorList monitors={monitors} here={`/manage/${slug}/monitors`} chooses={admin} kept={kept} />;
  if (!admin) return list;
  return (
    <PostForm name="bulk" label="Bulk edit">
      {list}
      <BulkFields />
    </PostForm>
  );
}

function Nothing() {
  const { filter, first } = useLoaderData<typeof loader>();
  const filtered = !first || Object.values(filter).some((value) => value !== "");
  return filtered ? (
    <EmptyState title="No monitors found">
      <p>No monitor fits what you asked for. Show all, or ask for less.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No monitor yet">
      <p>
        A monitor checks a URL or port as often as once a minute. After several consecutive failures its components
        change status, and an incident is drafted or published, as you choose.
      </p>
      <p>Create your first monitor: enter what should respond and choose the components it affects.</p>
    </EmptyState>
  );
}

export default function Monitors() {
  const { monitors, carry, more, filter, tags, slug } = useLoaderData<typeof loader>();
  const here = `/manage/${slug}/monitors`;
  const add = useMay("admin") ? (
    <ButtonLink to={`${here}/new`} look="primary">
      New monitor
    </ButtonLink>
  ) : null;
  return (
    <>
      <PageHead title="Monitors" note={<CarryNote carry={carry} />} action={add} />
      <MonitorFilter values={filter} tags={tags} to={here} />
      {monitors.length === 0 ? <Nothing /> : <Listed />}
      <More after={more} keep={filter} />
    </>
  );
}

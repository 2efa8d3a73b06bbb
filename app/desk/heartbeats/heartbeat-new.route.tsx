import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { listComponents } from "~/usecases/components/list";
import { cloneOfHeartbeat } from "~/usecases/heartbeats/clone-of";
import { createHeartbeat } from "~/usecases/heartbeats/create";
import { onPage, orThrow } from "../frame/desk";
import { titled } from "../frame/title";
import { PageHead } from "../parts/list";
import { answer, readPosted, refuseFields } from "../parts/posted";
import { heartbeatFields } from "./heartbeat-fields";
import { HeartbeatForm, newHeartbeat } from "./heartbeat-form";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const meta = titled("New heartbeat");

export const loader = onPage(async ({ ctx, pageId, pageZone, url }) => {
  const from = url.searchParams.get("from");
  const clone = from ? orThrow(await cloneOfHeartbeat(ctx, { pageId, id: from })) : null;
  const { components } = orThrow(await listComponents(ctx, { pageId }));
  return { from, clone, pageZone, components: components.map(({ id, name }) => ({ id, name })) };
});

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const { errors, value } = heartbeatFields(posted.fields);
  if (Object.keys(errors).length > 0) return refuseFields(posted, errors);
  const made = await createHeartbeat(desk.ctx, { pageId: desk.pageId, ...value, commitId: posted.commitId });
  return answer(posted, made, ({ id }) => `/manage/${desk.slug}/heartbeats/${id}`, "heartbeat-made");
});

export default function NewHeartbeat() {
  const { from, clone, pageZone, components } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="New heartbeat"
        note="For what runs by itself: it gets an address, and calls it each time. When no call comes, it is down."
      />
      <HeartbeatForm
        form="heartbeat"
        {...(from ? { action: `?${new URLSearchParams({ from })}` } : {})}
        values={clone ?? newHeartbeat}
        components={components}
        pageZone={pageZone}
        submit="Make the heartbeat"
        primary
      />
    </>
  );
}

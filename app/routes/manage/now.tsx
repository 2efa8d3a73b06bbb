import { Link, useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { AlertList } from "~/ui/manage/alert-list";
import { originPath, target } from "~/ui/manage/alert-origin";
import { ButtonLink } from "~/ui/manage/button";
import { ComponentList } from "~/ui/manage/component-list";
import { useFormState } from "~/ui/manage/form";
import { EmptyState, Fold, PageHead, Section } from "~/ui/manage/list";
import { MuteForm, PageMute } from "~/ui/manage/mute-form";
import { BannerNow, Drafts, Health, Maintenances, OpenIncidents } from "~/ui/manage/now-parts";
import { DeadLetters, MailBanner } from "~/ui/manage/outbox-parts";
import { useViewer } from "~/ui/manage/viewer";
import { modeWords } from "~/ui/manage/words";
import { acknowledgeAlert } from "~/usecases/alerts/acknowledge";
import { dismissAlert } from "~/usecases/alerts/dismiss";
import { readNow } from "~/usecases/pages/now";
import { onPage, orThrow } from "./desk";
import { useMay } from "./may";
import { actOnMute, isMuting } from "./mute-actions";
import { answer, readPosted, typed } from "./posted";
import { titled } from "./title";

export { clientAction } from "./client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies Guard };

export const meta = titled("Now");

export const loader = onPage(async ({ ctx, pageId, slug }) => ({
  ...orThrow(await readNow(ctx, { pageId })),
  pageId,
  slug,
}));

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const { pageId, slug } = desk;
  if (isMuting(posted)) return actOnMute(desk, posted, { kind: "page", id: pageId }, `/manage/${slug}`);
  const given = { pageId, id: typed(posted.fields, "id"), commitId: posted.commitId };
  if (posted.intent === "acknowledge") {
    return answer(posted, await acknowledgeAlert(desk.ctx, given), `/manage/${slug}`, "alert-acknowledged");
  }
  const reason = typed(posted.fields, "reason");
  return answer(posted, await dismissAlert(desk.ctx, { ...given, reason }), `/manage/${slug}`, "alert-dismissed");
});

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

/** Where the rule of a group is changed: of a source it has a page, of a monitor or heartbeat it is on its form. */
function rulePath({ family, sourceId, rule }: Data["firing"][number], slug: string): string | null {
  if (!rule || family === null) return null;
  const origin = originPath(slug, family, sourceId);
  return family === "source" ? `${origin}/rules/${rule.id}` : origin;
}

function GroupHead({ group, slug }: { group: Data["firing"][number]; slug: string }) {
  const rule = rulePath(group, slug);
  return (
    <h3 className="flex flex-wrap items-baseline gap-x-3 font-medium">
      {group.sourceName}
      <span className="flex flex-wrap gap-x-3 text-sm font-normal">
        {group.incidentId ? (
          <Link to={`/manage/${slug}/incidents/${group.incidentId}`} className={target}>
            Its incident
          </Link>
        ) : null}
        {rule && !group.incidentId ? (
          <Link to={rule} className={target}>
            {modeWords[group.rule?.mode ?? ""]}
          </Link>
        ) : null}
      </span>
    </h3>
  );
}

function Firing({ data }: { data: Data }) {
  const responder = useMay("responder");
  const action = `/manage/${data.slug}?index`;
  if (data.firing.length === 0) {
    return (
      <EmptyState title="Nothing fires">
        <p>Alerts of your sources, monitors and heartbeats show here at once, before any incident opens.</p>
      </EmptyState>
    );
  }
  return data.firing.map((group) => (
    <div key={group.key} className="grid gap-2">
      <GroupHead group={group} slug={data.slug} />
      <AlertList alerts={group.alerts} slug={data.slug} action={action} editable={responder} />
    </div>
  ));
}

export default function Now() {
  const data = useLoaderData<typeof loader>();
  const { now } = useViewer();
  const responder = useMay("responder");
  const muting = useFormState("mute");
  const action = `/manage/${data.slug}?index`;
  const open = responder ? <ButtonLink to={`/manage/${data.slug}/incidents/new`}>New incident</ButtonLink> : null;
  return (
    <>
      <PageHead title="Now" note={<BannerNow banner={data.banner} slug={data.slug} />} action={open} />
      {data.mute ? <PageMute action={action} pageId={data.pageId} mute={data.mute} editable={responder} /> : null}
      <MailBanner mail={data.mail} outbox={`/manage/${data.slug}/outbox`} />
      <DeadLetters mail={data.mail} outbox={`/manage/${data.slug}/outbox`} />
      {data.drafts.length === 0 ? null : (
        <Section title="Drafts waiting for you">
          <Drafts incidents={data.drafts} slug={data.slug} editable={responder} />
        </Section>
      )}
      {data.open.length === 0 ? null : (
        <Section title="Open incidents">
          <OpenIncidents incidents={data.open} slug={data.slug} editable={responder} />
        </Section>
      )}
      <Section title="Firing">
        <Firing data={data} />
      </Section>
      {data.components.length === 0 ? null : (
        <Section title="Not operational">
          <ComponentList components={data.components} slug={data.slug} />
        </Section>
      )}
      {data.maintenances.length === 0 ? null : (
        <Section title="Maintenance">
          <Maintenances maintenances={data.maintenances} />
        </Section>
      )}
      {responder && data.mute === null ? (
        <Fold title="Mute everything" open={muting !== null}>
          <MuteForm action={action} subject={{ kind: "page", id: data.pageId }} mutedUntil={null} />
        </Fold>
      ) : null}
      <Health {...data.health} now={now} />
    </>
  );
}

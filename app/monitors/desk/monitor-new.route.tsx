import { Link, useLoaderData } from "@remix-run/react";
import { listAgents } from "~/agents/verbs";
import { watchedComponentChoices } from "~/alert-rules/desk/watch-choices";
import { listPossibleDependences } from "~/components/dependences/names";
import { listComponents } from "~/components/list";
import { blankFieldValues, parsePostedFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { addNextStepToPath } from "~/now/next-step";
import { firstFreeName } from "~/text/proposed-name";
import { pageDeskHandler, unwrapAllOrThrow, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { KindTiles } from "~/ui/parts/kind-list";
import { PageHead } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { fieldChoicesFromNames } from "~/ui/parts/noun-fields";
import { formResultResponse, readPostedForm, readPostedSettings, readPostedText } from "~/ui/parts/posted-form";
import { withProposedName } from "~/ui/parts/proposed-name";
import { readPlanUsage } from "../carry";
import { readMonitorClone } from "../clone-of";
import { createMonitor } from "../create";
import { listMonitorKinds } from "../list-kinds";
import { findMonitorPresets, type MonitorPreset } from "../presets";
import { monitorFields } from "../rules/fields";
import { monitorTargetName } from "../rules/target-name";
import { MonitorForm } from "./monitor-form";
import { MonitorPresetPicker, PresetSourceText } from "./monitor-presets";
import { PlanUsageText } from "./plan-usage";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.new");

const kindsIn = (language: string) => listMonitorKinds().map(adapterWords("monitors", language).kind);

export const loader = pageDeskHandler(async ({ ctx, pageId, url, language }) => {
  const kinds = kindsIn(language);
  const from = url.searchParams.get("from");
  const [[listed, origins, agents], cloned, carry] = await Promise.all([
    unwrapAllOrThrow(
      listComponents(ctx, { pageId }),
      listPossibleDependences(ctx, { pageId }),
      listAgents(ctx, { pageId }),
    ),
    from ? readMonitorClone(ctx, { pageId, id: from }) : null,
    readPlanUsage(ctx),
  ]);
  const clone = cloned && unwrapOrThrow(cloned);
  const kind = clone?.kind ?? url.searchParams.get("kind");
  const others = fieldChoicesFromNames(origins);
  const chosen = kinds.find((each) => each.kind === kind) ?? null;
  const search = url.searchParams.get("find") ?? "";
  const asked = { kind: clone ? "" : (kind ?? ""), search, chosen: url.searchParams.get("preset") ?? "" };
  const offered = { ...(await findMonitorPresets(ctx, asked)), search };
  const components = watchedComponentChoices(listed);
  const component = components.find(({ value }) => value === url.searchParams.get("component"))?.value ?? null;
  const known = clone?.name ?? offered.preset?.name ?? "";
  const name = firstFreeName(
    known,
    origins.map((each) => each.name),
  );
  const isPublicOnly = ctx.config.networks.length === 0;
  return { kinds, isPublicOnly, chosen, from, clone, carry, offered, components, component, others, agents, name };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { ctx, pageId } = desk;
  const [from, kind] = [readPostedText(posted.fields, "from"), readPostedText(posted.fields, "kind")];
  const settings = readPostedSettings(posted.fields);
  const title = kindsIn(desk.language).find((each) => each.kind === kind)?.title ?? "";
  const values = parsePostedFieldValues(monitorFields, posted.values);
  const named = await withProposedName(posted, values, monitorTargetName(settings, title), () =>
    listPossibleDependences(ctx, { pageId }),
  );
  const made = await createMonitor(ctx, {
    pageId,
    kind,
    ...named,
    settings,
    ...(from ? { cloneOf: from } : {}),
    commitId: posted.commitId,
  });
  const path = made.ok ? `/manage/${desk.slug}/monitors/${made.value.id}` : "";
  const to = made.ok ? await addNextStepToPath(ctx, { pageId, path, reports: true }) : path;
  return formResultResponse(posted, made, to, "monitor-created");
});

const byAgentAlone = ({ from }: { from: string }) => from === "agent" || from === "reported";

/** Returns the initial values; a kind that only an agent can check starts with the first agent. */
const blankFor = (
  { leastInterval, from }: { leastInterval: number; from: string },
  preset: MonitorPreset | null,
  [agent]: { id: string }[],
  component: string | null,
) => {
  const blank = blankFieldValues(monitorFields);
  const interval = Math.max(blank.interval, leastInterval);
  const agentId = byAgentAlone({ from }) ? (agent?.id ?? null) : null;
  const components = component === null ? blank.components : { [component]: "major_outage" as const };
  return { ...blank, agentId, interval, components, settings: preset?.settings ?? {} };
};

export default function NewMonitorPage() {
  const { t, say } = useWords();
  const { kinds, chosen, from, clone, carry, offered, ...rest } = useLoaderData<typeof loader>();
  const { components, component, others, agents, name, isPublicOnly } = rest;
  const more: Record<string, string> = component === null ? {} : { component };
  if (!chosen) {
    return (
      <>
        <PageHead title={t("page.new")} note={t("page.which_kind")} />
        <KindTiles family="monitors" kinds={kinds} more={more} />
      </>
    );
  }
  return (
    <>
      <PageHead
        title={t("page.new_of_kind", { kind: chosen.title })}
        note={
          <>
            {chosen.about} <PlanUsageText carry={carry} />
          </>
        }
      />
      {byAgentAlone(chosen) && agents.length === 0 ? (
        <NoticeBanner>
          {say("form.no_agent", { create: <Link to="../agents/new">{t("form.no_agent_new")}</Link> })}
        </NoticeBanner>
      ) : null}
      {isPublicOnly && chosen.from === "here" ? <p className="max-w-prose text-soft">{t("form.public_only")}</p> : null}
      {offered.presets.length > 0 || offered.search !== "" ? (
        <MonitorPresetPicker kind={chosen.kind} more={more} {...offered} />
      ) : null}
      {offered.preset ? <PresetSourceText preset={offered.preset} /> : null}
      <MonitorForm
        key={offered.preset?.name ?? ""}
        form="monitor"
        action={`?${new URLSearchParams(from ? { from } : { kind: chosen.kind })}`}
        hidden={{ kind: chosen.kind, ...(from ? { from } : {}) }}
        values={{ ...(clone ?? blankFor(chosen, offered.preset, agents, component)), name }}
        namesItself={name === ""}
        settingFields={chosen.settings}
        kind={chosen.kind}
        patience={chosen.patience}
        leastInterval={chosen.leastInterval}
        asksProbes={chosen.asksProbes}
        components={components}
        others={others}
        agents={chosen.from === "here" ? [] : fieldChoicesFromNames(agents)}
        here={!byAgentAlone(chosen) && (clone?.agentId ?? null) === null}
        submit={t("button.create")}
        primary
      />
    </>
  );
}

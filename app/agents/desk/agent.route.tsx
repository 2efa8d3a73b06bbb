import { data } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { StayingIncidents, UnwatchedNotice } from "~/alert-rules/desk/watch-notes";
import { listLeftOver } from "~/alert-rules/unwatched-after-delete";
import { postedValuesIn } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { actOnSubject, subjectPath, unsure } from "~/mutes/desk/subject-actions";
import { ChangeSection } from "~/ui/frame/change-section";
import { allOrThrow, onPage, type PageDesk, param, subjectOf } from "~/ui/frame/desk";
import { useMay } from "~/ui/frame/may";
import { translatedPageTitle } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { useFormState } from "~/ui/parts/form";
import { ButtonConflicts, SureFold } from "~/ui/parts/form-part";
import { Fold, PageHead, Section } from "~/ui/parts/list";
import { NounConflict } from "~/ui/parts/noun-conflict";
import { NounForm } from "~/ui/parts/noun-form";
import { answerForm, type PostedForm, readPostedForm, refuseUnknown, showFailure } from "~/ui/parts/posted-form";
import { useRefresh } from "~/ui/parts/use-refresh";
import { agentFields } from "../rules/fields";
import { deleteAgent, type MadeSecret, readAgent, rotateAgent, updateAgent } from "../verbs";
import { AgentChecks, AgentFacts, AgentKey, AgentNotices, AgentSecret } from "./agent-parts";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.one");

const list = "agents";
const steps = { delete: { act: deleteAgent, key: "agent-deleted", sure: true, ends: true } };

export const loader = onPage(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const id = param(desk, "id");
  const [agent, { alone, staying }] = await allOrThrow(
    readAgent(ctx, { pageId, id }),
    listLeftOver(ctx, { pageId, going: { sources: [id] } }),
  );
  const words = adapterWords("monitors", desk.language);
  const checks = agent.checks.map((each) => words.row({ ...each, settingFields: [] }));
  const here = `/manage/${slug}/agents/${agent.id}`;
  return {
    agent: { ...agent, checks },
    alone: alone.map(({ name }) => name),
    staying,
    slug,
    here,
    heartbeat: `/manage/${slug}/heartbeats/${agent.id}`,
    now: ctx.now(),
  };
});

/** Shows the secret instead of redirecting, because it is not available anywhere else. */
async function newSecret(desk: PageDesk, posted: PostedForm) {
  const refused = posted.intent === "rotate" ? unsure(posted) : null;
  if (refused) return refused;
  const made = await rotateAgent(desk.ctx, subjectOf(desk, posted));
  return made.ok ? data({ made: made.value }, { status: 200 }) : showFailure(posted, made.failure);
}

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  const done = await actOnSubject(desk, posted, { list, steps });
  if (done) return done;
  if (posted.intent === "secret" || posted.intent === "rotate") return newSecret(desk, posted);
  if (posted.intent !== "agent") return refuseUnknown(posted);
  const saved = await updateAgent(desk.ctx, {
    ...subjectOf(desk, posted),
    ...postedValuesIn(agentFields, posted.values),
  });
  return answerForm(posted, saved, subjectPath(desk, list), "agent-saved");
});

const madeIn = (given: unknown): MadeSecret | null =>
  typeof given === "object" && given !== null && "made" in given ? (given.made as MadeSecret) : null;

function EditPart() {
  const { t } = useWords();
  const { agent, alone, staying, here } = useLoaderData<typeof loader>();
  const state = useFormState("agent");
  return (
    <>
      <NounConflict form="agent" saved={agent} fields={agentFields} picks={{}} keepTo={here} />
      {state?.conflict ? null : (
        <Fold title={t("form.edit")} open={state !== null}>
          <NounForm
            form="agent"
            version={agent.version}
            fields={agentFields}
            values={agent}
            picks={{}}
            submit={t("form.save")}
          />
        </Fold>
      )}
      <SureFold
        name="delete"
        version={agent.version}
        title={t("delete.title")}
        label={t("delete.sure")}
        button={t("delete.button")}
      >
        <UnwatchedNotice names={alone} />
        <StayingIncidents titles={staying} />
      </SureFold>
    </>
  );
}

export default function Agent() {
  const { t } = useWords();
  const { agent, slug, here, heartbeat, now } = useLoaderData<typeof loader>();
  const made = madeIn(useActionData());
  const admin = useMay("admin");
  useRefresh(agent.state === "new" ? 5 : 60);
  return (
    <>
      <PageHead title={agent.name} note={t("page.one")} />
      <ButtonConflicts forms={["secret", "rotate", "delete"]} version={agent.version} keepTo={here} />
      {made === null ? null : <AgentSecret address={agent.address} {...made} />}
      <AgentNotices agent={agent} now={now} />
      <AgentFacts agent={agent} heartbeat={heartbeat} />
      {admin && made === null ? (
        <Section title={t("secret.section")}>
          <AgentKey agent={agent} />
        </Section>
      ) : null}
      <Section title={t("checks.section")}>
        <AgentChecks agent={agent} slug={slug} />
      </Section>
      <ChangeSection>
        <EditPart />
      </ChangeSection>
    </>
  );
}

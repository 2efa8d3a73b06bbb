import { data } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RemainingIncidentsBanner, UnwatchedComponentsBanner } from "~/alert-rules/desk/watch-notes";
import { readUnwatchedAfterDelete } from "~/alert-rules/unwatched-after-delete";
import { parsePostedFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { handleSubjectPost, missingConfirmationErrors, muteSubjectPath } from "~/mutes/desk/subject-actions";
import { AdminEditSection } from "~/ui/frame/change-section";
import { formSubjectOf, type PageDeskRequest, pageDeskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { useFormState } from "~/ui/parts/form";
import { ButtonConflictSection, CheckboxConfirmFold } from "~/ui/parts/form-part";
import { Fold, PageHead, Section } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { NounFieldsForm } from "~/ui/parts/noun-form";
import {
  formFailureResponse,
  formResultResponse,
  type PostedForm,
  readPostedForm,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { usePageRefresh } from "~/ui/parts/use-refresh";
import { agentFields } from "../rules/fields";
import { deleteAgent, type NewAgentSecret, readAgent, rotateAgentSecret, updateAgent } from "../verbs";
import {
  AgentDetailSection,
  AgentMonitorsPanel,
  AgentProblemBanners,
  AgentSecretForm,
  NewAgentSecretBanner,
} from "./agent-parts";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = namedPageTitleMeta(wordsIn, "page.one", "agent.name");

const list = "agents";
const steps = { delete: { act: deleteAgent, key: "agent-deleted", sure: true, ends: true } };

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const id = routeParam(desk, "id");
  const [agent, { alone, staying }] = await unwrapAllOrThrow(
    readAgent(ctx, { pageId, id }),
    readUnwatchedAfterDelete(ctx, { pageId, going: { sources: [id] } }),
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
async function newSecret(desk: PageDeskRequest, posted: PostedForm) {
  const refused = posted.intent === "rotate" ? missingConfirmationErrors(posted) : null;
  if (refused) return refused;
  const made = await rotateAgentSecret(desk.ctx, formSubjectOf(desk, posted));
  return made.ok ? data({ made: made.value }, { status: 200 }) : formFailureResponse(posted, made.failure);
}

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const done = await handleSubjectPost(desk, posted, { list, steps });
  if (done) return done;
  if (posted.intent === "secret" || posted.intent === "rotate") return newSecret(desk, posted);
  if (posted.intent !== "agent") return unknownFormResponse(posted);
  const saved = await updateAgent(desk.ctx, {
    ...formSubjectOf(desk, posted),
    ...parsePostedFieldValues(agentFields, posted.values),
  });
  return formResultResponse(posted, saved, muteSubjectPath(desk, list), "agent-saved");
});

const madeIn = (given: unknown): NewAgentSecret | null =>
  typeof given === "object" && given !== null && "made" in given ? (given.made as NewAgentSecret) : null;

function EditPart() {
  const { t } = useWords();
  const { agent, alone, staying, here } = useLoaderData<typeof loader>();
  const state = useFormState("agent");
  return (
    <>
      <NounConflictSection form="agent" saved={agent} fields={agentFields} picks={{}} keepTo={here} />
      {state?.conflict ? null : (
        <Fold title={t("form.edit")} open={state !== null}>
          <NounFieldsForm
            form="agent"
            version={agent.version}
            fields={agentFields}
            values={agent}
            picks={{}}
            submit={t("form.save")}
          />
        </Fold>
      )}
      <CheckboxConfirmFold
        name="delete"
        version={agent.version}
        title={t("delete.title")}
        label={t("delete.sure")}
        button={t("delete.button")}
      >
        <UnwatchedComponentsBanner names={alone} />
        <RemainingIncidentsBanner titles={staying} />
      </CheckboxConfirmFold>
    </>
  );
}

export default function AgentPage() {
  const { t } = useWords();
  const { agent, slug, here, heartbeat, now } = useLoaderData<typeof loader>();
  const made = madeIn(useActionData());
  const admin = useHasRole("admin");
  usePageRefresh(agent.state === "new" ? 5 : 60);
  return (
    <>
      <PageHead title={agent.name} note={t("page.one")} />
      <ButtonConflictSection forms={["secret", "rotate", "delete"]} version={agent.version} keepTo={here} />
      {made === null ? null : <NewAgentSecretBanner address={agent.address} {...made} />}
      <AgentProblemBanners agent={agent} now={now} />
      <AgentDetailSection agent={agent} heartbeat={heartbeat} />
      {admin && made === null ? (
        <Section title={t("secret.section")}>
          <AgentSecretForm agent={agent} />
        </Section>
      ) : null}
      <Section title={t("checks.section")}>
        <AgentMonitorsPanel agent={agent} slug={slug} />
      </Section>
      <AdminEditSection>
        <EditPart />
      </AdminEditSection>
    </>
  );
}

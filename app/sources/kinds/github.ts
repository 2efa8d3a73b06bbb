import { alertSignal, firstText, instantOf, isRecord, linkOf, type Reading, textOf } from "~/alerts/rules/signal";
import { parseExactJson } from "~/text/exact-json";
import { withBodySignature } from "../contract/body-signature";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { type DecodeResult, decodeForm, decodeJson, type RawRequest } from "../contract/decode";
import {
  compositeKey,
  endOfSecond,
  idOf,
  notAnAlert,
  oneSignal,
  type PayloadFields,
  recordOf,
  saidLabels,
  unknownState,
  unreadable,
} from "../contract/fields";

const formType = "application/x-www-form-urlencoded";

/** Decodes JSON, or a form with the JSON in its only field `payload`. */
async function decode(raw: RawRequest): Promise<Awaited<DecodeResult>> {
  if (!(raw.headers.get("content-type") ?? "").toLowerCase().startsWith(formType)) return decodeJson(raw);
  const form = await decodeForm(raw);
  return form.ok ? parseExactJson(new TextEncoder().encode(textOf(recordOf(form.value).payload))) : form;
}

const quiet = ["queued", "pending", "in_progress", "inactive", "waiting"];
const quietConclusions = ["cancelled", "skipped", "neutral", "action_required", "stale"];
const failures = ["failure", "error", "timed_out", "startup_failure"];

interface GithubEvent {
  key: string;
  state: string;
  title: string;
  body: string;
  link: string | null;
  labels: Record<string, string>;
  began: unknown;
  at: unknown;
}

function signalOf({ state, began, at, ...said }: GithubEvent): Reading {
  const isResolved = state === "success";
  const eventAt = instantOf(at);
  const signal = alertSignal({
    ...said,
    status: isResolved ? "resolved" : "firing",
    startedAt: isResolved ? null : instantOf(began),
    endedAt: isResolved ? eventAt : null,
    eventAt: isResolved ? endOfSecond(eventAt) : eventAt,
    flags: unknownState(isResolved || failures.includes(state), state),
  });
  return oneSignal(signal);
}

const repositoryOf = (payload: PayloadFields) =>
  firstText(recordOf(payload.repository).full_name, recordOf(payload.repository).name);

function readDeployment(payload: PayloadFields, status: PayloadFields): Reading {
  const state = textOf(status.state);
  if (quiet.includes(state)) return notAnAlert(`state ${state}`);
  const deployment = recordOf(payload.deployment);
  const [repository, environment] = [repositoryOf(payload), firstText(status.environment, deployment.environment)];
  return signalOf({
    key: compositeKey(repository, environment),
    state,
    title: [repository, environment].filter(Boolean).join(" "),
    body: textOf(status.description),
    link: linkOf(status.log_url) ?? linkOf(status.target_url) ?? linkOf(status.environment_url),
    labels: saidLabels({
      environment,
      ref: deployment.ref,
      sha: deployment.sha,
      event: "deployment_status",
      actor: recordOf(status.creator).login ?? recordOf(payload.sender).login,
    }),
    began: status.created_at,
    at: status.updated_at ?? status.created_at,
  });
}

function readRun(payload: PayloadFields, run: PayloadFields): Reading {
  const conclusion = textOf(run.conclusion);
  const isOver = payload.action === "completed" || run.status === "completed";
  if (!isOver || quietConclusions.includes(conclusion)) return notAnAlert(`run ${conclusion || idOf(run.status)}`);
  const [repository, branch] = [repositoryOf(payload), textOf(run.head_branch)];
  const workflow = idOf(run.workflow_id) || idOf(recordOf(payload.workflow).id);
  return signalOf({
    key: compositeKey(repository, workflow, branch),
    state: conclusion,
    title: [firstText(run.name, recordOf(payload.workflow).name), branch].filter(Boolean).join(" "),
    body: [run.display_title, recordOf(run.head_commit).message].map(textOf).filter(Boolean).join("\n"),
    link: linkOf(run.html_url),
    labels: saidLabels({ ref: branch, sha: run.head_sha, event: run.event, actor: recordOf(run.actor).login }),
    began: run.run_started_at ?? run.created_at,
    at: run.updated_at,
  });
}

function read({ payload, headers }: SourceMessage): Reading {
  if (!isRecord(payload)) return unreadable("it is not an object");
  const event = headers.get("x-github-event") ?? "";
  if (event !== "workflow_run" && isRecord(payload.deployment_status)) {
    return readDeployment(payload, payload.deployment_status);
  }
  if (isRecord(payload.workflow_run)) return readRun(payload, payload.workflow_run);
  const isKnown = event !== "" || "hook_id" in payload || "repository" in payload;
  return isKnown ? notAnAlert(`event ${event || "unnamed"}`.slice(0, 80)) : unreadable("it is no event of GitHub");
}

function sample(now: number): SourceSample {
  const at = new Date(Math.floor(now / 1000) * 1000).toISOString();
  const [repository, environment, body] = ["octo-org/hello-world", "upfront-test", "Nothing is wrong."];
  const status = { state: "failure", environment, description: body, created_at: at, updated_at: at };
  const payload = { action: "created", deployment_status: status, repository: { full_name: repository } };
  const labels = { environment, event: "deployment_status" };
  const said = {
    key: `${repository}|${environment}`,
    status: "firing",
    title: `${repository} ${environment}`,
  } as const;
  const times = { startedAt: instantOf(at), eventAt: instantOf(at) };
  const signals = [alertSignal({ ...said, body, labels, ...times })];
  return { payload, headers: { "x-github-event": "deployment_status" }, signals };
}

/**
 * GitHub's webhooks: deployments and workflow runs. Each delivery has an id, which stays the same when it is sent
 * again.
 */
export const github = defineSource({
  kind: "github",
  title: "GitHub",
  order: "event_time",
  ...withBodySignature("x-hub-signature-256", "sha256="),
  contentTypes: ["application/json", formType],
  keptHeaders: ["x-github-event", "x-github-delivery", "x-github-hook-id"],
  deliveryId: ({ headers }) => headers.get("x-github-delivery"),
  decode,
  read,
  sample,
});

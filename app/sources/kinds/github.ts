import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  makeAlertSignal,
  parseHttpLink,
  parseInstant,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { parseExactJsonBytes } from "~/text/exact-json";
import { bodySignatureSourceParts } from "../contract/body-signature";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { type DecodeResult, decodeFormBody, decodeJsonBody, type RawRequest } from "../contract/decode";
import {
  compositeAlertKey,
  endOfSecond,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  payloadIdText,
  recordOrEmpty,
  singleSignalReading,
  unknownStateFlags,
  unreadableReading,
} from "../contract/fields";

const formType = "application/x-www-form-urlencoded";

/** Decodes JSON, or a form with the JSON in its only field `payload`. */
async function decode(raw: RawRequest): Promise<Awaited<DecodeResult>> {
  if (!(raw.headers.get("content-type") ?? "").toLowerCase().startsWith(formType)) return decodeJsonBody(raw);
  const form = await decodeFormBody(raw);
  return form.ok ? parseExactJsonBytes(new TextEncoder().encode(textOrEmpty(recordOrEmpty(form.value).payload))) : form;
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

function signalOf({ state, began, at, ...said }: GithubEvent): DeliveryReading {
  const isResolved = state === "success";
  const eventAt = parseInstant(at);
  const signal = makeAlertSignal({
    ...said,
    status: isResolved ? "resolved" : "firing",
    startedAt: isResolved ? null : parseInstant(began),
    endedAt: isResolved ? eventAt : null,
    eventAt: isResolved ? endOfSecond(eventAt) : eventAt,
    flags: unknownStateFlags(isResolved || failures.includes(state), state),
  });
  return singleSignalReading(signal);
}

const repositoryOf = (payload: PayloadFields) =>
  firstNonBlankText(recordOrEmpty(payload.repository).full_name, recordOrEmpty(payload.repository).name);

function readDeployment(payload: PayloadFields, status: PayloadFields): DeliveryReading {
  const state = textOrEmpty(status.state);
  if (quiet.includes(state)) return notAnAlertReading(`state ${state}`);
  const deployment = recordOrEmpty(payload.deployment);
  const [repository, environment] = [
    repositoryOf(payload),
    firstNonBlankText(status.environment, deployment.environment),
  ];
  return signalOf({
    key: compositeAlertKey(repository, environment),
    state,
    title: [repository, environment].filter(Boolean).join(" "),
    body: textOrEmpty(status.description),
    link: parseHttpLink(status.log_url) ?? parseHttpLink(status.target_url) ?? parseHttpLink(status.environment_url),
    labels: nonEmptyLabels({
      environment,
      ref: deployment.ref,
      sha: deployment.sha,
      event: "deployment_status",
      actor: recordOrEmpty(status.creator).login ?? recordOrEmpty(payload.sender).login,
    }),
    began: status.created_at,
    at: status.updated_at ?? status.created_at,
  });
}

function readRun(payload: PayloadFields, run: PayloadFields): DeliveryReading {
  const conclusion = textOrEmpty(run.conclusion);
  const isOver = payload.action === "completed" || run.status === "completed";
  if (!isOver || quietConclusions.includes(conclusion))
    return notAnAlertReading(`run ${conclusion || payloadIdText(run.status)}`);
  const [repository, branch] = [repositoryOf(payload), textOrEmpty(run.head_branch)];
  const workflow = payloadIdText(run.workflow_id) || payloadIdText(recordOrEmpty(payload.workflow).id);
  return signalOf({
    key: compositeAlertKey(repository, workflow, branch),
    state: conclusion,
    title: [firstNonBlankText(run.name, recordOrEmpty(payload.workflow).name), branch].filter(Boolean).join(" "),
    body: [run.display_title, recordOrEmpty(run.head_commit).message].map(textOrEmpty).filter(Boolean).join("\n"),
    link: parseHttpLink(run.html_url),
    labels: nonEmptyLabels({ ref: branch, sha: run.head_sha, event: run.event, actor: recordOrEmpty(run.actor).login }),
    began: run.run_started_at ?? run.created_at,
    at: run.updated_at,
  });
}

function read({ payload, headers }: SourceMessage): DeliveryReading {
  if (!isRecord(payload)) return unreadableReading("it is not an object");
  const event = headers.get("x-github-event") ?? "";
  if (event !== "workflow_run" && isRecord(payload.deployment_status)) {
    return readDeployment(payload, payload.deployment_status);
  }
  if (isRecord(payload.workflow_run)) return readRun(payload, payload.workflow_run);
  const isKnown = event !== "" || "hook_id" in payload || "repository" in payload;
  return isKnown
    ? notAnAlertReading(`event ${event || "unnamed"}`.slice(0, 80))
    : unreadableReading("it is not a GitHub event");
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
  const times = { startedAt: parseInstant(at), eventAt: parseInstant(at) };
  const signals = [makeAlertSignal({ ...said, body, labels, ...times })];
  return { payload, headers: { "x-github-event": "deployment_status" }, signals };
}

/**
 * GitHub's webhooks: deployments and workflow runs. Each delivery has an id, which stays the same when it is sent
 * again.
 */
export const githubSourceAdapter = defineSourceAdapter({
  kind: "github",
  title: "GitHub",
  order: "event_time",
  ...bodySignatureSourceParts("x-hub-signature-256", "sha256="),
  contentTypes: ["application/json", formType],
  keptHeaders: ["x-github-event", "x-github-delivery", "x-github-hook-id"],
  deliveryId: ({ headers }) => headers.get("x-github-delivery"),
  decode,
  read,
  sample,
});

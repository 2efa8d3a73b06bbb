import type { ConfigurationDocument } from "~/configuration/rules/configuration-types";
import { CliError, usageError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printJson, printLine, wantsJsonOutput } from "../print/printer";
import { toTerminalBlock } from "../print/terminal-text";
import { isSuccess, jsonIn, parseProblem, refusalError } from "../session/api-client";
import { type ConfigurationFile, readConfigurationFile } from "./configuration-file";
import { followJob, jobExitCode, printJob, type ShownJob } from "./configuration-job";
import {
  changesExitCode,
  configurationBody,
  errorsText,
  fileErrors,
  planExitCode,
  printPlan,
  printPlanText,
  requestPlan,
  type ShownPlan,
  unreadablePlan,
} from "./configuration-plan";

/** `upfront validate`: nothing leaves this machine. */
export async function validateFiles(call: CommandCall): Promise<number> {
  const { args, machine } = call;
  const files: ConfigurationFile[] = [];
  for (const path of args) files.push(await readConfigurationFile(path, machine));
  const wrong = files.filter(({ document }) => document === null);
  if (wantsJsonOutput(call))
    printJson(
      call,
      files.map(({ path, errors }) => ({ path, errors: fileErrors(errors) })),
    );
  else {
    for (const { path, errors } of wrong) machine.err.write(toTerminalBlock(errorsText(path, fileErrors(errors))));
    if (wrong.length === 0) printLine(call, "No errors.");
  }
  return wrong.length > 0 ? exitCodes.failed : exitCodes.done;
}

/** `upfront plan`. */
export async function planFile(call: CommandCall): Promise<number> {
  const file = await readConfigurationFile(call.args[0] ?? "", call.machine);
  const plan = file.document === null ? unreadablePlan(file) : await requestPlan(call, file.document);
  printPlan(call, file.path, plan);
  return planExitCode(plan);
}

/** What became of applying a file. */
interface ApplyOutcome {
  plan: ShownPlan;
  /** Null = nothing was to be done, or nothing was done. */
  job: ShownJob | null;
}

interface ApplyAnswer extends ApplyOutcome {
  /** True when the page has changed since the plan was made: nothing was applied, and this is the new plan. */
  isOver: boolean;
}

function printApplied(call: CommandCall, path: string, outcome: ApplyOutcome): void {
  if (wantsJsonOutput(call)) printJson(call, outcome);
  else if (outcome.job) printJob(call, outcome.job);
  else printPlanText(call, path, outcome.plan);
}

/** Asks the person, unless they said yes before. Throws CliError when they say something else, or nobody is there. */
async function confirmPlan(call: CommandCall): Promise<void> {
  if (call.options.yes === true) return;
  const answer = wantsJsonOutput(call) ? null : await call.machine.ask("Apply these changes? Type yes: ");
  if (answer === null) throw usageError("Nobody is there to confirm these changes. Add --yes to apply them.");
  if (answer.trim().toLowerCase() !== "yes") throw new CliError("Nothing was changed.");
}

const changedCode = "changed";

/** Returns the plan of an answer that says that the expected one is over; null for another answer. */
function newPlanIn(status: number, text: string): ShownPlan | null {
  if (status !== 409) return null;
  const { code, current } = parseProblem(text) as { code?: string; current?: ShownPlan };
  return code === changedCode && current ? current : null;
}

/** Applies what the plan says, and nothing else. Throws CliError. */
async function requestApply(
  call: CommandCall,
  document: ConfigurationDocument,
  { digest }: ShownPlan,
): Promise<ApplyAnswer> {
  const { api } = call.session;
  const { ref } = call.options;
  const configuration = {
    ...configurationBody(document, call),
    expected_digest: digest,
    ...(typeof ref === "string" ? { ref } : {}),
  };
  const { status, text } = await api.request("/configuration/apply", { method: "POST", body: { configuration } });
  const newPlan = newPlanIn(status, text);
  if (newPlan) return { plan: newPlan, job: null, isOver: true };
  if (!isSuccess(status)) throw refusalError(api.target, status, text);
  return { ...jsonIn<ApplyOutcome>(api.target, text), isOver: false };
}

async function applyPlan(call: CommandCall, { path, document }: ReadableFile, plan: ShownPlan): Promise<number> {
  const { isOver, ...answer } = await requestApply(call, document, plan);
  const job = answer.job && (await followJob(call, answer.job));
  printApplied(call, path, { ...answer, job });
  if (isOver)
    throw new CliError("The page has changed since the plan was made, so nothing was applied. This is the new plan.");
  return job === null ? exitCodes.done : jobExitCode(job);
}

type ReadableFile = ConfigurationFile & { document: ConfigurationDocument };

/** `upfront apply`: exactly the plan that was shown is applied, or nothing. */
export async function applyFile(call: CommandCall): Promise<number> {
  const file = await readConfigurationFile(call.args[0] ?? "", call.machine);
  const { path, document } = file;
  const plan = document === null ? unreadablePlan(file) : await requestPlan(call, document);
  if (document === null || planExitCode(plan) !== changesExitCode) {
    printApplied(call, path, { plan, job: null });
    return planExitCode(plan);
  }
  if (!wantsJsonOutput(call)) printPlanText(call, path, plan);
  await confirmPlan(call);
  return applyPlan(call, { ...file, document }, plan);
}

import { CliError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printJson, printLine, wantsJsonOutput } from "../print/printer";
import { instantText, statusWord } from "../print/status-words";
import { toTerminalLine } from "../print/terminal-text";
import { isSuccess, jsonIn, refusalError } from "../session/api-client";

interface SummaryComponent {
  name: string;
  status: string;
  group?: boolean;
  no_data_since?: string | null;
}

interface SummaryEvent {
  name: string;
  status: string;
  impact: string;
  scheduled_for?: string;
}

/** Statuspage’s public summary, with our own members. */
interface PublicSummary {
  page: { name: string; url: string };
  status: { description: string };
  components: SummaryComponent[];
  incidents: SummaryEvent[];
  scheduled_maintenances: SummaryEvent[];
  not_up_to_date_since?: string;
  stale_since?: string;
}

interface ManagedComponent {
  name: string;
  status: string;
}

/** The state of a page, whether it was read as a visitor or as a member. */
interface PageState {
  name: string;
  description: string;
  components: ManagedComponent[];
  incidents: SummaryEvent[];
  maintenances: SummaryEvent[];
  /** Time since when nothing new is known; null = it is up to date. */
  outdatedSince: string | null;
}

const shownStatus = ({ status, no_data_since: since }: SummaryComponent) => (since ? "" : status);

function stateOfSummary(summary: PublicSummary): PageState {
  return {
    name: summary.page.name,
    description: summary.status.description,
    components: summary.components
      .filter(({ group }) => group !== true)
      .map((each) => ({ name: each.name, status: shownStatus(each) })),
    incidents: summary.incidents,
    maintenances: summary.scheduled_maintenances,
    outdatedSince: summary.not_up_to_date_since ?? summary.stale_since ?? null,
  };
}

const orderOfStatuses = [
  "major_outage",
  "partial_outage",
  "degraded_performance",
  "under_maintenance",
  "",
  "operational",
];

const worstStatus = (components: readonly ManagedComponent[]): string =>
  orderOfStatuses.find((status) => components.some((each) => each.status === status)) ?? "";

/** Reads the page as a member, for a page that visitors cannot see. */
async function readAsMember({ session }: CommandCall): Promise<PageState> {
  const [page, components, incidents, maintenances] = await Promise.all([
    session.onPage<{ name: string }>(""),
    session.onPage<ManagedComponent[]>("/components"),
    session.onPage<SummaryEvent[]>("/incidents/unresolved"),
    session.onPage<SummaryEvent[]>("/incidents/active_maintenance"),
  ]);
  const description = statusWord(worstStatus(components)).word;
  return { name: page.name, description, components, incidents, maintenances, outdatedSince: null };
}

/** Reads what every visitor may see: one request, with or without a sign-in. */
async function readState(call: CommandCall): Promise<PageState> {
  const { session } = call;
  const { target } = session.api;
  const page = await session.page();
  const headers = { accept: "application/json" };
  const answer = await session.api.send(`/${encodeURIComponent(page)}/api/v2/summary.json`, { headers });
  if (isSuccess(answer.status)) return stateOfSummary(jsonIn<PublicSummary>(target, answer.text));
  const isHidden = answer.status === 401 || answer.status === 403 || answer.status === 404;
  if (isHidden && target.token !== null) return readAsMember(call);
  const refused = refusalError(target, answer.status, answer.text);
  throw isHidden ? new CliError(refused.message, exitCodes.notAllowed) : refused;
}

function exitCodeOf({ components, outdatedSince }: PageState): number {
  const worst = worstStatus(components);
  if (worst !== "operational" && worst !== "") return exitCodes.notOperational;
  return worst === "" || outdatedSince !== null ? exitCodes.unknownStatus : exitCodes.done;
}

function printState(call: CommandCall, state: PageState): void {
  printLine(call, { text: toTerminalLine(`${state.name}: ${state.description}`), style: "bold" });
  if (state.outdatedSince !== null) printLine(call, `Not up to date since ${instantText(state.outdatedSince)}.`);
  for (const { name, status } of state.components) {
    const { mark, word, style } = statusWord(status);
    printLine(call, { text: `${mark} ${word}`, style }, `  ${toTerminalLine(name)}`);
  }
  for (const { name, status } of state.incidents) printLine(call, `Incident (${status}): ${toTerminalLine(name)}`);
  for (const { name, status, scheduled_for: at } of state.maintenances)
    printLine(
      call,
      `Maintenance (${status.replaceAll("_", " ")}): ${toTerminalLine(name)}${at ? `, ${instantText(at)}` : ""}`,
    );
}

/** `upfront status`: its exit code is the state. */
export async function showStatusCommand(call: CommandCall): Promise<number> {
  const state = await readState(call);
  const exitCode = exitCodeOf(state);
  if (wantsJsonOutput(call)) {
    const { outdatedSince, ...told } = state;
    printJson(call, {
      ...told,
      status: worstStatus(state.components),
      outdated_since: outdatedSince,
      exit_code: exitCode,
    });
  } else printState(call, state);
  return exitCode;
}

import { CliError, usageError } from "../definition/cli-error";
import type { CommandCall } from "../definition/command-definition";
import { settableComponentStatuses } from "../print/status-words";
import { findNamed } from "../session/find-named";

/** An incident, as far as commands show it. */
export interface ShownIncident {
  id: string;
  name: string;
  status: string;
  impact: string;
  impact_now: string;
  visibility: string;
  started_at: string;
  resolved_at: string | null;
  shortlink: string;
  components: { id: string; name: string; status: string }[];
  incident_updates: { status: string; body: string; display_at: string }[];
}

/** Finds the incident that was named by id or title, or the only open one. Throws CliError. */
export async function findChosenIncident({ args: [typed], session }: CommandCall): Promise<ShownIncident> {
  if (typed !== undefined && /^[0-9a-z]{20,}$/i.test(typed))
    return session.onPage<ShownIncident>(`/incidents/${encodeURIComponent(typed)}`);
  const open = await session.onPage<ShownIncident[]>("/incidents/unresolved");
  if (typed !== undefined) return findNamed(open, typed, "open incident");
  const [only, ...more] = open;
  if (only && more.length === 0) return only;
  if (!only) throw new CliError("No incident is open. Name a resolved one by its id.");
  throw usageError(
    `Several incidents are open. Name one: ${open.map(({ id, name }) => `${name} (${id})`).join(", ")}.`,
  );
}

/** Returns the open incident with this id or whole title, or any open one where none is named. */
export async function openIncidentOf(
  { session }: CommandCall,
  typed: string | undefined,
): Promise<ShownIncident | undefined> {
  const open = await session.onPage<ShownIncident[]>("/incidents/unresolved");
  return typed === undefined ? open[0] : open.find(({ id, name }) => id === typed || name === typed.trim());
}

interface ListedComponent {
  id: string;
  name: string;
}

const optionTexts = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

/** Returns the statuses of `--component NAME=STATUS` by the ids of components. Throws CliError. */
export async function resolveComponentStatuses({
  options,
  session,
}: CommandCall): Promise<Record<string, string> | undefined> {
  const given = optionTexts(options.component);
  if (given.length === 0) return undefined;
  const known = await session.onPage<ListedComponent[]>("/components");
  return Object.fromEntries(
    given.map((text) => {
      const at = text.lastIndexOf("=");
      const [name, status] = [text.slice(0, at), text.slice(at + 1)];
      if (at < 1 || !settableComponentStatuses.includes(status))
        throw usageError(
          `Write --component as NAME=STATUS, not “${text}”. Statuses are ${settableComponentStatuses.join(", ")}.`,
        );
      return [findNamed(known, name, "component").id, status];
    }),
  );
}

/** Returns the ids of `--component NAME`. Throws CliError. */
export async function resolveComponentIds({ options, session }: CommandCall): Promise<string[]> {
  const given = optionTexts(options.component);
  if (given.length === 0) return [];
  const known = await session.onPage<ListedComponent[]>("/components");
  return given.map((name) => findNamed(known, name, "component").id);
}

import { existsSync } from "node:fs";
import { migrateDatabase } from "./migrate.ts";
import { isStartRunning } from "./running-state.ts";
import { startRuntime } from "./runtime.ts";
import { askRunningServer, type ControlTasks } from "./state/control.ts";
import { WrongOptionError } from "./state/options.ts";
import { deploymentSecret, openStateFolder, readLastOrigin } from "./state/state.ts";
import { controlTasksOf } from "./tasks.ts";

/** Runs tasks in the start that uses the folder, or here, with its database opened for that time. */
export interface TaskRunner {
  ask(task: string, input?: string): Promise<string>;
  /** True when no start runs: changes made here show with the next start. */
  offline: boolean;
  close(): Promise<void>;
}

export interface TaskRunnerOptions {
  state: string;
  /** Address for links when no start runs. */
  origin?: string | undefined;
  /** Port of that address when the address is unknown, too. */
  port?: number;
}

async function openOffline({ state: folder, origin, port = 8787 }: TaskRunnerOptions): Promise<TaskRunner> {
  const state = openStateFolder(folder);
  const runtime = await startRuntime({ bindings: {}, networks: [], databaseOnly: true }, state).catch((error) => {
    state.release();
    throw error;
  });
  const close = async () => {
    await runtime.stop();
    state.release();
  };
  try {
    await migrateDatabase(runtime.database);
  } catch (error) {
    await close();
    throw error;
  }
  const secret = deploymentSecret(folder, process.env);
  const oldSecret = process.env.UPFRONT_SECRET_OLD;
  const place = { database: runtime.database, secret, oldSecret };
  const known = origin ?? readLastOrigin(folder) ?? `http://localhost:${port}`;
  const tasks: ControlTasks = controlTasksOf(place, known, () => Promise.resolve());
  const ask = (task: string, input = "") => (tasks[task] as ControlTasks[string])(input);
  return { ask, offline: true, close };
}

/**
 * Opens the folder for tasks such as making a sign-in link. Throws WrongOptionError when the folder does not exist,
 * StateTakenError while a start on it is in progress.
 */
export async function openTaskRunner(options: TaskRunnerOptions): Promise<TaskRunner> {
  if (!existsSync(options.state)) {
    throw new WrongOptionError(
      `${options.state} does not exist: name the folder of the running one with --state, or run npm start first.`,
    );
  }
  if (!(await isStartRunning(options.state))) return openOffline(options);
  const ask = async (task: string, input = "") => {
    const answer = await askRunningServer(options.state, task, input);
    if (answer === null) throw new Error("The running start ended before it answered.");
    return answer;
  };
  return { ask, offline: false, close: () => Promise.resolve() };
}

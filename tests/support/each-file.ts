import { beforeAll } from "vitest";
import { forgetIsolate } from "~/platform/isolate";

/** Files of tests share a process and its modules; each begins as a new isolate, which remembers nothing. */
beforeAll(forgetIsolate);

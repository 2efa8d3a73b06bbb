import { beforeAll } from "vitest";
import { resetIsolate } from "~/platform/isolate";

/** Test files share a process and its modules; each starts like a new isolate, without memory. */
beforeAll(resetIsolate);

import { beforeAll } from "vitest";
import { forgetHosts } from "~/usecases/published/host-page";
import { forgetImages } from "~/usecases/published/image-copies";
import { forgetSignposts } from "~/usecases/published/signposts";
import { forgetMemory } from "~/usecases/published/view";
import { forgetAllCounts } from "~/usecases/subscribers/counts";
import { forgetPrinted } from "~/visitors/frame/memory";

/** Files of tests share a process and its modules; each begins as a new isolate, which remembers nothing. */
beforeAll(() => {
  forgetMemory();
  forgetHosts();
  forgetImages();
  forgetSignposts();
  forgetAllCounts();
  forgetPrinted();
});

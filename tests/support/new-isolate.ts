import { beforeAll } from "vitest";
import { forgetHosts } from "~/usecases/deployment/host-page";
import { forgetImages } from "~/usecases/pages/image-copies";
import { forgetSignposts } from "~/usecases/pages/signposts";
import { forgetMemory } from "~/usecases/pages/view";
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

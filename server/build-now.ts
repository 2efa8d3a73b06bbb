import { ensureBuild } from "./build.ts";

await ensureBuild();

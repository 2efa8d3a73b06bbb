import { existsSync, globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "../setup/install.mjs";

/** Seconds of each file, by its path in the repository. */
type SecondsByFile = Map<string, number>;

interface Report {
  testResults: { name: string; startTime: number; endTime: number }[];
}

/** Returns the times that the last runs here reported. */
function reported(): SecondsByFile {
  const reports = globSync(join(root, ".cache/test-*.json")).map(
    (file) => JSON.parse(readFileSync(file, "utf8")) as Report,
  );
  const files = reports.flatMap(({ testResults }) => testResults);
  return new Map(files.map(({ name, startTime, endTime }) => [relative(root, name), (endTime - startTime) / 1000]));
}

/** Recorded files of ten seconds or more, for a fresh clone, which has no report. */
const writtenDown = join(root, "tests/slow-files.json");

function known(): SecondsByFile {
  const slow = existsSync(writtenDown) ? (JSON.parse(readFileSync(writtenDown, "utf8")) as Record<string, number>) : {};
  return new Map([...Object.entries(slow), ...reported()]);
}

/**
 * Sorts the longest files first, so that no worker starts a long file when the others end. Projects stay together,
 * because each has its own processes.
 */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = known();
    const lengthOf = ({ moduleId }: TestSpecification) => seconds.get(relative(root, moduleId)) ?? 0;
    const order = await super.sort(files);
    const projects = [...new Set(order.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      order.filter(({ project }) => project.name === name).sort((one, other) => lengthOf(other) - lengthOf(one)),
    );
  }
}

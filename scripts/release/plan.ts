/** Facts that decide about a release. */
export interface ReleaseFacts {
  /** Requested version, such as `0.2.0`. */
  version: string;
  /** UTC day, `2026-11-28`. */
  day: string;
  packageVersion: string;
  lockVersion: string;
  changelog: string;
  branch: string;
  /** Paths with uncommitted changes. */
  changed: readonly string[];
  tags: readonly string[];
}

/** Either the reasons against it, or the texts to be written. */
export type ReleasePlan =
  | { problems: [string, ...string[]] }
  | { problems: []; tag: string; subject: string; changelog: string; notes: string };

const heading = "## Unreleased";

/** Returns the text below "Unreleased", up to the next version. */
export function unreleasedChanges(changelog: string): string | null {
  const start = changelog.split(/\r?\n/).indexOf(heading);
  if (start < 0) return null;
  const lines = changelog.split(/\r?\n/).slice(start + 1);
  const end = lines.findIndex((line) => line.startsWith("## "));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .join("\n")
    .trim();
}

/** Returns the versions of the changelog's headings in their order: the newest first. */
export const changelogVersions = (changelog: string): string[] =>
  [...changelog.matchAll(/^## (\d+\.\d+\.\d+)\b/gm)].map(([, version = ""]) => version);

const numbersOf = (version: string) => version.split(".").map(Number);

function isHigher(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

function* problemsOf(facts: ReleaseFacts): Generator<string> {
  const { version, packageVersion, lockVersion, changelog, branch, changed, tags } = facts;
  const [newest] = changelogVersions(changelog);
  if (!/^\d+\.\d+\.\d+$/.test(version)) yield `“${version}” is not a version: npm run release -- 0.2.0`;
  else if (!isHigher(version, packageVersion)) yield `${version} is not higher than ${packageVersion} in package.json.`;
  if (lockVersion !== packageVersion)
    yield `package.json says ${packageVersion}, package-lock.json ${lockVersion}: run npm install --package-lock-only.`;
  if (newest !== packageVersion)
    yield `The newest version in CHANGELOG.md is ${newest ?? "missing"}, package.json says ${packageVersion}.`;
  if (!unreleasedChanges(changelog)) yield `CHANGELOG.md has nothing under “Unreleased”: say what changes for users.`;
  if (tags.includes(`v${version}`)) yield `The tag v${version} is there already.`;
  if (branch !== "main") yield `A release is made on main; this is ${branch || "no branch"}.`;
  if (changed.length > 0) yield `Commit or discard first: ${changed.join(", ")}`;
}

/** Moves the text under "Unreleased" to the version, under its day; the heading stays for the next changes. */
export function planRelease(facts: ReleaseFacts): ReleasePlan {
  const [problem, ...more] = problemsOf(facts);
  if (problem !== undefined) return { problems: [problem, ...more] };
  const { version, day, changelog } = facts;
  return {
    problems: [],
    tag: `v${version}`,
    subject: `project: release ${version}`,
    changelog: changelog.replace(heading, `${heading}\n\n## ${version} (${day})`),
    notes: unreleasedChanges(changelog) ?? "",
  };
}

/**
 * Returns a manifest with another version, otherwise unchanged. In a lock file the project itself is the first two
 * entries.
 */
export const manifestWithVersion = (manifest: string, from: string, to: string, times: number): string => {
  let left = times;
  return manifest.replaceAll(`"version": "${from}"`, (found) => (left-- > 0 ? `"version": "${to}"` : found));
};

/** Facts of the Dockerfile about its image: of its last stage, and of the base under it. */
export interface DockerfileFacts {
  /** Base image with its version and digest. */
  base: string;
  /** Bytes of the uncompressed base, as published. */
  baseSize: number;
  /** Folders copied from the build into the image. */
  copies: { from: string; to: string }[];
  workdir: string;
  /** User and group: `1000:1000`. */
  user: string;
  /** Folders that outlive the container. */
  volumes: string[];
  environment: Record<string, string>;
  /** ENTRYPOINT followed by CMD. */
  start: string[];
  health: string[];
}

const stagesOf = (text: string) =>
  text
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((stage) => {
      const [, from = "", name] = /^FROM (\S+)(?: AS (\S+))?$/m.exec(stage) ?? [];
      return { from, name, stage };
    });

/** Returns the image that a stage starts from; a stage may start from another one. */
function baseOf(stages: ReturnType<typeof stagesOf>, from: string): string {
  const other = stages.find(({ name }) => name === from);
  return other ? baseOf(stages, other.from) : from;
}

/** Throws when the Dockerfile lacks a required part, instead of guessing it. */
function required(found: string | undefined, what: string): string {
  if (found === undefined) throw new Error(`The Dockerfile does not name ${what}.`);
  return found;
}

const listOf = (stage: string, word: string): string[] =>
  JSON.parse(required(new RegExp(`^${word} (\\[.*\\])$`, "m").exec(stage)?.[1], word)) as string[];

const wordsOf = (stage: string, word: string): string[][] =>
  [...stage.matchAll(new RegExp(`^${word} (.+)$`, "gm"))].map(([, rest = ""]) => rest.trim().split(/\s+/));

function copiesOf(stage: string): DockerfileFacts["copies"] {
  return wordsOf(stage, "(?:COPY|ADD)").map((words) => {
    const [flag = "", from = "", to = ""] = words;
    if (words.length !== 3 || !/^--from=\w+$/.test(flag)) throw new Error(`Not understood: COPY ${words.join(" ")}`);
    return { from, to };
  });
}

export function parseDockerfile(text: string): DockerfileFacts {
  const stages = stagesOf(text);
  const last = stages.at(-1);
  const stage = required(last?.stage, "a stage");
  const size = required(/^# Unpacked: ([\d.]+) MB/m.exec(text)?.[1], "the unpacked size of its base");
  return {
    base: baseOf(stages, last?.from ?? ""),
    baseSize: Number(size) * 1e6,
    copies: copiesOf(stage),
    workdir: required(wordsOf(stage, "WORKDIR")[0]?.[0], "WORKDIR"),
    user: required(wordsOf(stage, "USER")[0]?.[0], "USER"),
    volumes: wordsOf(stage, "VOLUME").flat(),
    environment: Object.fromEntries(wordsOf(stage, "ENV").flatMap((pairs) => pairs.map((pair) => pair.split("=")))),
    start: [...listOf(stage, "ENTRYPOINT"), ...listOf(stage, "CMD")],
    health: listOf(stage, "HEALTHCHECK .* CMD"),
  };
}

import { englishSentence, type Refusal } from "~/failures/refusal";
import { jsonPathRefusal } from "./json-path";
import { parseHeaderLine, parseHeaderLines } from "./status-ranges";

/** A value taken from an answer: by its JSON path, or between two texts. */
export type ValueExtraction = { name: string } & ({ path: string } | { after: string; until: string });

/** A request sent before the judged one, with the values of its response that later requests use. */
export interface PrecedingRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  takes: ValueExtraction[];
}

/** Most earlier requests; with the judged request there are five. */
const mostRequests = 4;
const maxExtractions = 5;
/** Most placeholders: with a value of 4,000 characters in each, a request is still small enough to send. */
const maxPlaceholders = 50;

const requestLine = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) +(https?:\/\/\S+)$/i;
const takeLine = /^> *([a-z]\w{0,29}) *= *([^ ].*)?$/i;
/** The mark for the value between its two texts, as typed. */
const hole = /…|\.\.\./;

/** Error thrown while reading; `why` says what is wrong with the text, for its form. */
class Wrong extends Error {
  constructor(readonly why: Refusal) {
    super(why);
  }
}

function takenBy(line: string, number: number): ValueExtraction {
  const [, name = "", from = ""] = takeLine.exec(line) ?? [];
  if (from.startsWith("$")) {
    const trouble = jsonPathRefusal(from.trim());
    if (trouble !== null) throw new Wrong(trouble);
    return { name, path: from.trim() };
  }
  const [after = "", until = ""] = from.split(hole, 2);
  if (name === "" || after === "" || until === "") {
    throw new Wrong(
      englishSentence("Request {{number}} must take values as > name = $.path, or > name = text before…text after.", {
        number,
      }),
    );
  }
  return { name, after, until };
}

function requestOf(block: string, index: number): PrecedingRequest {
  const number = index + 1;
  const lines = block.split("\n");
  const takes = lines.filter((line) => line.startsWith(">")).map((line) => takenBy(line, number));
  const rest = lines.filter((line) => !line.startsWith(">"));
  const [, method = "", url = ""] = requestLine.exec(rest[0]?.trim() ?? "") ?? [];
  if (!URL.canParse(url) || URL.parse(url)?.host.includes("{")) {
    throw new Wrong(
      englishSentence("Request {{number}} must start with a method and URL, such as GET https://example.com/.", {
        number,
      }),
    );
  }
  const blank = rest.findIndex((line) => line.trim() === "");
  const head = rest.slice(1, blank < 0 ? undefined : blank);
  const read = parseHeaderLines(head.join("\n"));
  if ("wrong" in read) {
    throw new Wrong(englishSentence("Request {{number}} has a header you can’t set; write Name: value.", { number }));
  }
  if (takes.length > maxExtractions)
    throw new Wrong(englishSentence("A request can take at most {{most}} values.", { most: maxExtractions }));
  const body =
    blank < 0
      ? ""
      : rest
          .slice(blank + 1)
          .join("\n")
          .trim();
  return { method: method.toUpperCase(), url, headers: read.headers, takes, ...(body === "" ? {} : { body }) };
}

/** Reads requests in the format of `.http` files: separated by lines of `###`. */
export function parsePrecedingRequests(text: string): { requests: PrecedingRequest[] } | { wrong: Refusal } {
  const blocks = text
    .replaceAll(/\r\n?/g, "\n")
    .split(/^###.*$/m)
    .map((each) => each.trim())
    .filter((each) => each !== "");
  if (blocks.length > mostRequests)
    return { wrong: englishSentence("Enter at most {{most}} preceding requests.", { most: mostRequests }) };
  try {
    return { requests: blocks.map(requestOf) };
  } catch (error) {
    if (error instanceof Wrong) return { wrong: error.why };
    throw error;
  }
}

const gap = /\{\{ *(\w+) *\}\}/g;

const gapsIn = (texts: readonly (string | undefined)[]): string[] =>
  texts.flatMap((text) => [...(text ?? "").matchAll(gap)].map(([, name = ""]) => name));

const textsOf = ({ url, headers, body }: Pick<PrecedingRequest, "url" | "headers" | "body">) => [
  url,
  body,
  ...Object.values(headers),
];

/**
 * Returns the reason why the values may not be used as they are named; null when they may. Each must be taken before
 * its use, and goes only to the origin from which it was taken.
 */
export function extractedValuesRefusal(
  requests: readonly Pick<PrecedingRequest, "url" | "headers" | "body" | "takes">[],
): Refusal | null {
  const origins = new Map<string, string>();
  for (const request of requests) {
    const origin = URL.parse(request.url)?.origin ?? "";
    const names = gapsIn(textsOf(request));
    if (names.length > maxPlaceholders)
      return englishSentence("A request can have at most {{most}} placeholders.", { most: maxPlaceholders });
    for (const name of names) {
      const from = origins.get(name);
      if (from === undefined) return englishSentence("No earlier request takes the value {{name}}.", { name });
      if (from !== origin)
        return englishSentence("The value {{name}} is from {{from}} and can’t be sent elsewhere.", { name, from });
    }
    for (const { name } of request.takes) origins.set(name, origin);
  }
  return null;
}

const isJson = ({ headers, body }: Pick<PrecedingRequest, "headers" | "body">) =>
  Object.entries(headers).some(([name, value]) => name.toLowerCase() === "content-type" && /json/i.test(value)) ||
  /^[{[]/.test(body ?? "");

const isForm = ({ headers }: Pick<PrecedingRequest, "headers">) =>
  Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === "content-type" && /form-urlencoded/i.test(value),
  );

/** The way in which values are written into a request's body. */
type RequestBodyFormat = "json" | "form" | "text";

const writingOf = (request: Pick<PrecedingRequest, "headers" | "body">): RequestBodyFormat =>
  isJson(request) ? "json" : isForm(request) ? "form" : "text";

/** A request in the form in which an agent makes it. */
export type AgentPrecedingRequest = PrecedingRequest & { writes: RequestBodyFormat };

export const withRequestBodyFormat = (request: PrecedingRequest): AgentPrecedingRequest => ({
  ...request,
  writes: writingOf(request),
});

const writers: Record<RequestBodyFormat, (value: string) => string> = {
  json: (value) => JSON.stringify(value).slice(1, -1),
  form: encodeURIComponent,
  text: (value) => value,
};

type TemplateValues = ReadonlyMap<string, string>;

const filled = (text: string, values: TemplateValues, write: (value: string) => string) =>
  text.replaceAll(gap, (whole, name) => {
    const value = values.get(name);
    return value === undefined ? whole : write(value);
  });

/**
 * Returns the value when it fits on one header line, otherwise an empty text; a line break would start another header.
 */
const inHeader = (value: string) => (parseHeaderLine(`X: ${value}`) === null ? "" : value);

/** Returns the request with the values filled in, each encoded for its place. */
export function withTemplateValues<Request extends Pick<PrecedingRequest, "url" | "headers" | "body">>(
  request: Request,
  values: TemplateValues,
): Request {
  if (values.size === 0) return request;
  const headers = Object.entries(request.headers).map(([name, value]) => [name, filled(value, values, inHeader)]);
  const { body } = request;
  return {
    ...request,
    url: filled(request.url, values, encodeURIComponent),
    headers: Object.fromEntries(headers),
    ...(body === undefined ? {} : { body: filled(body, values, writers[writingOf(request)]) }),
  };
}

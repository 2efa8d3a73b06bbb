import type { GitProvider } from "../../rules/repository-fields";
import { gitServerOf, type RepositoryAddress, tokenOriginOf } from "../rules/repository-address";
import { commitShaOf, toSanitisedLine } from "./push-event";

/** A request to a provider's API. */
export interface GitApiRequest {
  url: string;
  headers: Record<string, string>;
}

/** The newest commit of a branch. */
export interface BranchHead {
  sha: string;
  author: string;
  title: string;
}

interface GitApi {
  /** Returns the address of the API on a server. */
  base(server: string): string;
  headers(token: string): Record<string, string>;
  branch(address: RepositoryAddress): string;
  file(address: RepositoryAddress, sha: string): string;
  /** Media type of the file's own text. */
  raw: string;
}

const inSegments = (path: string): string => path.split("/").map(encodeURIComponent).join("/");
const githubHost = "https://github.com";

/** Addresses and headers of each provider's API. */
const apis: Record<GitProvider, GitApi> = {
  github: {
    base: (server) => (server === githubHost ? "https://api.github.com" : `${server}/api/v3`),
    headers: (token) => ({ authorization: `Bearer ${token}` }),
    branch: ({ path, branch }) => `/repos/${inSegments(path)}/branches/${encodeURIComponent(branch)}`,
    file: ({ path, file }, sha) => `/repos/${inSegments(path)}/contents/${inSegments(file)}?ref=${sha}`,
    raw: "application/vnd.github.raw+json",
  },
  gitlab: {
    base: (server) => `${server}/api/v4`,
    headers: (token) => ({ "private-token": token }),
    branch: ({ path, branch }) =>
      `/projects/${encodeURIComponent(path)}/repository/branches/${encodeURIComponent(branch)}`,
    file: ({ path, file }, sha) =>
      `/projects/${encodeURIComponent(path)}/repository/files/${encodeURIComponent(file)}/raw?ref=${sha}`,
    raw: "text/plain, */*",
  },
  forgejo: {
    base: (server) => `${server}/api/v1`,
    headers: (token) => ({ authorization: `token ${token}` }),
    branch: ({ path, branch }) => `/repos/${inSegments(path)}/branches/${inSegments(branch)}`,
    file: ({ path, file }, sha) => `/repos/${inSegments(path)}/raw/${inSegments(file)}?ref=${sha}`,
    raw: "text/plain, */*",
  },
};

/** A token with the origin that it was entered for. */
export interface GitToken {
  token: string;
  origin: string;
}

/** Returns the API's address on the server of a repository; a path of the server stays. */
function baseOf({ provider, url }: RepositoryAddress): string {
  const server = gitServerOf(url);
  const path = (server?.pathname ?? "")
    .split("/")
    .filter(Boolean)
    .map((part) => `/${part}`)
    .join("");
  return apis[provider].base(`${server?.origin ?? ""}${path}`);
}

/** Returns the headers of a call: a token goes only to the server that it was entered for. */
function headersOf({ provider, url }: RepositoryAddress, accept: string, token: GitToken | null) {
  const isOwn = token !== null && token.token !== "" && token.origin === tokenOriginOf(url);
  return { accept, ...(isOwn ? apis[provider].headers(token.token) : {}) };
}

/** Returns the request for the newest commit of the branch. */
export const branchRequest = (address: RepositoryAddress, token: GitToken | null): GitApiRequest => ({
  url: `${baseOf(address)}${apis[address.provider].branch(address)}`,
  headers: headersOf(address, "application/json", token),
});

/** Returns the request for the file as it is at a commit. */
export const fileRequest = (address: RepositoryAddress, sha: string, token: GitToken | null): GitApiRequest => ({
  url: `${baseOf(address)}${apis[address.provider].file(address, sha)}`,
  headers: headersOf(address, apis[address.provider].raw, token),
});

const partOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Reads the newest commit from an answer about a branch; null when the answer is none. */
export function branchHeadOf(text: string): BranchHead | null {
  const commit = partOf(parsed(text), "commit");
  const sha = commitShaOf(partOf(commit, "sha") ?? partOf(commit, "id"));
  if (sha === null) return null;
  const inner = partOf(commit, "commit") ?? commit;
  const author = partOf(inner, "author_name") ?? partOf(partOf(inner, "author"), "name");
  return { sha, author: toSanitisedLine(author), title: toSanitisedLine(partOf(inner, "message")) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

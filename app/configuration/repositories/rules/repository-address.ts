import type { Refusal } from "~/failures/refusal";
import type { GitProvider } from "../../rules/repository-fields";

/** The part of a repository's form that says where its file is. */
export interface RepositoryAddress {
  provider: GitProvider;
  url: string;
  path: string;
  branch: string;
  file: string;
}

const pathPart = /^(?!\.{1,2}$)[\w.-]+$/;

/** GitLab has groups within groups; all others have an owner and a name. */
function isRepositoryPath(provider: GitProvider, path: string): boolean {
  const parts = path.split("/");
  const isDeep = provider === "gitlab" ? parts.length >= 2 && parts.length <= 21 : parts.length === 2;
  return isDeep && parts.every((part) => pathPart.test(part));
}

/** True for a path that a repository has at some provider. */
export const isRepositoryPathAnywhere = (path: string): boolean => isRepositoryPath("gitlab", path);

/** Tests a name as `git check-ref-format --branch` does. */
export function isBranchName(name: string): boolean {
  const isPlain = !/[\s~^:?*[\\\p{Cc}]|\.\.|@\{|\/\/|^[-/]|[/.]$/u.test(name) && name !== "" && name !== "@";
  return isPlain && name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}

/** Tests a path within the repository. */
export const isFilePath = (path: string): boolean =>
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..") && !/[\\\p{Cc}]/u.test(path);

/** Returns the address of a server without what follows its path; null when it is none. */
export function gitServerOf(url: string): URL | null {
  const parsed = URL.parse(url.trim());
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  return parsed;
}

/** Returns the origin for which a token is entered. */
export const tokenOriginOf = (url: string): string => gitServerOf(url)?.origin ?? "";

/** Returns what is wrong with an address, by field. */
export function repositoryAddressFaults({ provider, url, path, branch, file }: RepositoryAddress) {
  const server = gitServerOf(url);
  const faults: Record<string, Refusal> = {};
  if (server?.search !== "" || server.hash !== "") faults.url = "repository.url";
  if (!isRepositoryPath(provider, path))
    faults.path = provider === "gitlab" ? "repository.path_gitlab" : "repository.path";
  if (!isBranchName(branch)) faults.branch = "repository.branch";
  if (!isFilePath(file)) faults.file = "repository.file";
  return faults;
}

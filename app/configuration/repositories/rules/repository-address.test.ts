import { expect, test } from "vitest";
import { type RepositoryAddress, repositoryAddressFaults } from "./repository-address";

const good: RepositoryAddress = {
  provider: "github",
  url: "https://github.com",
  path: "acme/infrastructure",
  branch: "main",
  file: "upfront.yaml",
};

test.each<[string, Partial<RepositoryAddress>]>([
  ["a file in a folder", { file: "status/pages/upfront.yaml" }],
  ["a branch with a slash", { branch: "release/2026-11" }],
  ["a group within a group", { provider: "gitlab", path: "acme/ops/status" }],
  ["a server with a port and a path", { provider: "forgejo", url: "https://git.example.com:8443/forge/" }],
])("%s is taken", (_, change) => {
  expect(repositoryAddressFaults({ ...good, ...change })).toEqual({});
});

test.each<[string, Partial<RepositoryAddress>, string]>([
  ["no address", { url: "github.com" }, "url"],
  ["another scheme", { url: "ssh://git@github.com" }, "url"],
  ["a query", { url: "https://github.com/?x=1" }, "url"],
  ["a name alone", { path: "infrastructure" }, "path"],
  ["a group within a group at GitHub", { path: "acme/ops/status" }, "path"],
  ["a way up", { path: "../infrastructure" }, "path"],
  ["an encoded slash", { path: "acme/infra%2Fstructure" }, "path"],
  ["a branch with two dots", { branch: "main..evil" }, "branch"],
  ["a branch with a blank", { branch: "ma in" }, "branch"],
  ["an option", { branch: "--upload-pack=x" }, "branch"],
  ["a lock", { branch: "main.lock" }, "branch"],
  ["no branch", { branch: "" }, "branch"],
  ["a path from the root", { file: "/etc/passwd" }, "file"],
  ["a path upwards", { file: "a/../../secrets.yaml" }, "file"],
  ["an empty part", { file: "a//b.yaml" }, "file"],
  ["no file", { file: "" }, "file"],
])("%s is refused at its field", (_, change, field) => {
  expect(Object.keys(repositoryAddressFaults({ ...good, ...change }))).toEqual([field]);
});

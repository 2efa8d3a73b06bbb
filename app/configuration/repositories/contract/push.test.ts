import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { hmacSha256Hex } from "~/sources/contract/body-signature";
import { type GitProvider, gitProviders } from "../../rules/repository-fields";
import { branchHeadOf, branchRequest, fileRequest } from "./git-api";
import { deliveryIdOf, readPushEvent } from "./push-event";
import { isPushProven } from "./push-signature";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const now = Date.UTC(2026, 10, 30, 12);
const sha = "3f2c1ab9".repeat(5);
const bytes = (text: string) => new TextEncoder().encode(text);

const signedHeaders: Record<GitProvider, (body: string) => Record<string, string>> = {
  github: (body) => ({ "x-hub-signature-256": `sha256=${hmacSha256Hex(secret, body)}` }),
  forgejo: (body) => ({ "x-forgejo-signature": hmacSha256Hex(secret, body) }),
  gitlab: (body) => ({
    "webhook-id": "delivery-1",
    "webhook-timestamp": String(now / 1000),
    "webhook-signature": new Webhook(secret).sign("delivery-1", new Date(now), body),
  }),
};

const isProven = (provider: GitProvider, headers: Record<string, string>, body: string, at = now) =>
  isPushProven(provider, secret, { headers: new Headers(headers), rawBody: bytes(body), now: at });

describe.each(gitProviders)("signatures of %s", (provider) => {
  test("the right one lets in, for any body", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (body) => {
        expect(isProven(provider, signedHeaders[provider](body), body)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test("another body, another secret, half of it or none do not", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (body, more) => {
        const headers = signedHeaders[provider](body);
        expect(isProven(provider, headers, body + more)).toBe(false);
        const cut = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.slice(0, -1)]));
        expect(isProven(provider, cut, body)).toBe(false);
        expect(isProven(provider, {}, body)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  test("the signature of another provider does not", () => {
    const others = gitProviders.filter((each) => each !== provider);
    for (const other of others) expect(isProven(provider, signedHeaders[other]("{}"), "{}")).toBe(false);
  });
});

test("GitLab's secret token lets in where nothing is signed, and a wrong signature is not saved by it", () => {
  const token = { "x-gitlab-token": secret };
  expect(isProven("gitlab", token, "{}")).toBe(true);
  expect(isProven("gitlab", { ...token, "webhook-id": "1", "webhook-timestamp": "1" }, "{}")).toBe(true);
  expect(isProven("gitlab", { ...token, "webhook-signature": "v1,AAAA" }, "{}")).toBe(false);
  expect(isProven("gitlab", { "x-gitlab-token": `${secret}x` }, "{}")).toBe(false);
  expect(isProven("gitlab", signedHeaders.gitlab("{}"), "{}", now + 6 * 60_000)).toBe(false);
});

test("Gitea's header stands for Forgejo's, whose own decides where both are there", () => {
  const good = hmacSha256Hex(secret, "{}");
  expect(isProven("forgejo", { "x-gitea-signature": good }, "{}")).toBe(true);
  expect(isProven("forgejo", { "x-forgejo-signature": "0", "x-gitea-signature": good }, "{}")).toBe(false);
});

const events: Record<GitProvider, Record<string, string>> = {
  github: { "x-github-event": "push", "x-github-delivery": "d-1" },
  forgejo: { "x-forgejo-event": "push", "x-forgejo-delivery": "d-1" },
  gitlab: { "x-gitlab-event": "Push Hook", "x-gitlab-event-uuid": "d-1" },
};
const commit = { id: sha, message: "Add a page\n\nAll of it.", author: { name: "Ann\u202e" } };
const payloads: Record<GitProvider, object> = {
  github: { repository: { full_name: "acme/infra" }, head_commit: commit, deleted: false },
  forgejo: { repository: { full_name: "acme/infra" }, commits: [commit] },
  gitlab: { project: { path_with_namespace: "acme/infra" }, commits: [{ ...commit, author: {} }], user_name: "Ann" },
};
const read = (provider: GitProvider, more: object = {}, headers = events[provider]) =>
  readPushEvent(provider, new Headers(headers), { ref: "refs/heads/main", after: sha, ...payloads[provider], ...more });

test.each(gitProviders)("a push of %s is read with its texts as data", (provider) => {
  const push = { path: "acme/infra", ref: "refs/heads/main", sha, author: "Ann", title: "Add a page" };
  expect(read(provider)).toEqual({ kind: "push", push });
  expect(deliveryIdOf(provider, new Headers(events[provider]))).toBe("d-1");
  expect(read(provider, { after: "0".repeat(40) })).toMatchObject({ push: { sha: null } });
  expect(read(provider, { after: "../../x" })).toMatchObject({ push: { sha: null } });
  expect(readPushEvent(provider, new Headers(), {})).toEqual({ kind: "other" });
});

test("a ping is a ping, and whatever else a payload is changes nothing", () => {
  expect(readPushEvent("github", new Headers({ "x-github-event": "ping" }), {})).toEqual({ kind: "ping" });
  fc.assert(
    fc.property(fc.constantFrom(...gitProviders), fc.jsonValue(), (provider, payload) => {
      const event = readPushEvent(provider, new Headers(events[provider]), payload);
      expect(event).toMatchObject({ kind: "push", push: { sha: null } });
    }),
  );
});

const address = {
  url: "https://git.example.com/forge/",
  path: "acme/infra",
  branch: "release/1",
  file: "status/up front.yaml",
};
const token = { token: "a-token", origin: "https://git.example.com" };

test.each([
  [
    "github",
    "https://git.example.com/forge/api/v3/repos/acme/infra/branches/release%2F1",
    `https://git.example.com/forge/api/v3/repos/acme/infra/contents/status/up%20front.yaml?ref=${sha}`,
    "authorization",
  ],
  [
    "gitlab",
    "https://git.example.com/forge/api/v4/projects/acme%2Finfra/repository/branches/release%2F1",
    `https://git.example.com/forge/api/v4/projects/acme%2Finfra/repository/files/status%2Fup%20front.yaml/raw?ref=${sha}`,
    "private-token",
  ],
  [
    "forgejo",
    "https://git.example.com/forge/api/v1/repos/acme/infra/branches/release/1",
    `https://git.example.com/forge/api/v1/repos/acme/infra/raw/status/up%20front.yaml?ref=${sha}`,
    "authorization",
  ],
] as const)(
  "%s is called at its API, with the token only on the server that it was entered for",
  (provider, branch, file, header) => {
    const own = { ...address, provider };
    expect(branchRequest(own, token).url).toBe(branch);
    expect(fileRequest(own, sha, token).url).toBe(file);
    expect(branchRequest(own, token).headers[header]).toContain("a-token");
    const elsewhere = fileRequest({ ...own, url: "https://evil.example" }, sha, token);
    expect(JSON.stringify(elsewhere)).not.toContain("a-token");
  },
);

test("GitHub itself has its API elsewhere", () => {
  const own = { ...address, provider: "github" as const, url: "https://github.com" };
  expect(branchRequest(own, null).url).toMatch(/^https:\/\/api\.github\.com\/repos\/acme\/infra\/branches\//);
});

test.each([
  ["github", { commit: { sha, commit: { author: { name: "Ann" }, message: "One\nmore" } } }],
  ["gitlab", { commit: { id: sha, author_name: "Ann", message: "One" } }],
  ["forgejo", { commit: { id: sha, author: { name: "Ann" }, message: "One" } }],
])("the newest commit is read as %s writes it", (_, answer) => {
  expect(branchHeadOf(JSON.stringify(answer))).toEqual({ sha, author: "Ann", title: "One" });
  for (const text of ["", "<html>", "null", '{"commit":{"sha":"x"}}']) expect(branchHeadOf(text)).toBe(null);
});

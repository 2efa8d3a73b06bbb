import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pageSlugOfMcpMessage } from "./page-of-message";
import { judgeProtocol, negotiateMcpVersion, type ProtocolHeaders } from "./protocol";
import { parseResourceUri } from "./resource-uri";
import { parseRpcMessage } from "./rpc-message";

const version = "2026-07-28";
const meta = { "io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {} };
const plain = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "search", _meta: meta } };
const right: ProtocolHeaders = { version, method: "tools/call", name: "search" };
const none: ProtocolHeaders = { version: null, method: null, name: null };

function judged(body: unknown, headers: Partial<ProtocolHeaders>) {
  const message = parseRpcMessage(body);
  if (!message.ok) return message.refusal.error.code;
  const era = judgeProtocol(message.value, { ...right, ...headers });
  return era.ok ? era.value : era.refusal.error.code;
}
const withParams = (params: object) => ({ ...plain, params });
const claiming = (claimed: unknown) =>
  withParams({ name: "search", _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": claimed } });

describe("a message", () => {
  test.each<[string, unknown, Partial<ProtocolHeaders>, string | number]>([
    ["of 2026", plain, {}, "stateless"],
    ["whose name is in Base64", plain, { name: "=?base64?c2VhcmNo?=" }, "stateless"],
    ["whose name is no Base64", plain, { name: "=?base64?%%?=" }, -32020],
    ["whose name is not UTF-8", plain, { name: "=?base64?/w==?=" }, -32020],
    ["without Mcp-Name", plain, { name: null }, -32020],
    ["with another Mcp-Name", plain, { name: "list_pages" }, -32020],
    ["without Mcp-Method", plain, { method: null }, -32020],
    ["with another Mcp-Method", plain, { method: "tools/list" }, -32020],
    ["without a version in the header", plain, { version: null }, -32020],
    ["with another version in the header", plain, { version: "2025-11-25" }, -32020],
    ["of a later revision", claiming("2030-01-01"), { version: "2030-01-01" }, -32022],
    ["whose version is no text", claiming(3), {}, -32602],
    ["without capabilities", withParams({ _meta: { "io.modelcontextprotocol/protocolVersion": version } }), {}, -32602],
    ["that says 2026 in the header alone", withParams({}), {}, -32602],
    ["whose _meta is no object", withParams({ _meta: 3 }), {}, -32602],
    ["that shakes hands in 2026", { ...plain, method: "initialize", params: {} }, {}, -32020],
    ["of 2025", withParams({}), { version: "2025-06-18" }, "handshake"],
    ["of 2025 without headers", withParams({}), none, "handshake"],
    ["of an unknown revision", withParams({}), { version: "1900-01-01" }, -32022],
    ["that notifies in 2025", { jsonrpc: "2.0", method: "notifications/initialized" }, none, "handshake"],
    ["that notifies in 2026", { jsonrpc: "2.0", method: "notifications/x" }, {}, "stateless"],
    ["that is a batch", [plain], {}, -32600],
    ["that is an answer", { jsonrpc: "2.0", id: 1, result: {} }, {}, -32600],
    ["of JSON-RPC 1", { ...plain, jsonrpc: "1.0" }, {}, -32600],
    ["whose id is null", { ...plain, id: null }, {}, -32600],
    ["whose method is no text", { ...plain, method: {} }, {}, -32600],
    ["whose params are a list", { ...plain, params: [] }, {}, -32600],
    ["that is a text", "tools/call", {}, -32600],
    ["that is nothing", null, {}, -32600],
  ])("%s", (_what, body, headers, answer) => {
    expect(judged(body, headers)).toBe(answer);
  });

  test("of any shape is judged, and none throws", () => {
    const header = fc.option(fc.string({ unit: "binary" }));
    const headers = fc.record({ version: header, method: header, name: header });
    const params = fc.dictionary(fc.constantFrom("_meta", "name", "uri", "arguments"), fc.jsonValue());
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({ jsonrpc: fc.constant("2.0"), id: fc.jsonValue(), method: fc.constant("tools/call"), params }),
    );
    fc.assert(
      fc.property(body, headers, (each, given) => {
        expect(typeof judged(each, given)).toMatch(/^(string|number)$/);
        expect(pageSlugOfMcpMessage(each)).toSatisfy((page) => page === null || typeof page === "string");
      }),
    );
  });

  test("that is refused has its id, if it can be read", () => {
    const refused = parseRpcMessage({ ...plain, method: 3 });
    expect(refused).toMatchObject({ ok: false, refusal: { status: 400, id: 7 } });
    expect(parseRpcMessage([])).toEqual({
      ok: false,
      refusal: { status: 400, error: { code: -32600, message: expect.any(String) } },
    });
  });
});

test("a handshake agrees on what the client asks for, else on the newest of its kind", () => {
  expect(["2025-06-18", "2025-11-25", "2024-11-05", version, 3].map(negotiateMcpVersion)).toEqual([
    "2025-06-18",
    "2025-11-25",
    "2025-11-25",
    "2025-11-25",
    "2025-11-25",
  ]);
});

test.each<[string, ReturnType<typeof parseResourceUri>]>([
  ["upfront://docs/overview", { kind: "help", name: "overview" }],
  ["upfront://pages/shop", { kind: "page", page: "shop" }],
  ["upfront://pages/shop/incidents/01abc", { kind: "incident", page: "shop", id: "01abc" }],
  ["upfront://pages/", null],
  ["upfront://pages/shop/", null],
  ["upfront://pages/../etc", null],
  ["upfront://pages/shop/incidents/a/b", null],
  ["https://pages/shop", null],
  ["file:///etc/passwd", null],
])("%s names what it says, or nothing", (uri, subject) => {
  expect(parseResourceUri(uri)).toEqual(subject);
});

test("the page of a message is read from its own member alone", () => {
  const call = (method: string, params: object) => pageSlugOfMcpMessage({ method, params });
  expect(call("tools/call", { arguments: { page: "shop" } })).toBe("shop");
  expect(call("resources/read", { uri: "upfront://pages/shop/incidents/1", arguments: { page: "other" } })).toBe(
    "shop",
  );
  expect(call("tools/list", { arguments: { page: "shop" } })).toBe(null);
  expect(call("resources/read", { uri: "upfront://docs/overview" })).toBe(null);
});

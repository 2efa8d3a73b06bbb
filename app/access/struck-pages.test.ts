import { describe, expect, test } from "vitest";
import { attacksSaid } from "../../tests/support/attacks-said";
import { withoutNamedSecrets } from "./named-secrets";
import { isSecretFieldName, isSecretFieldWithValue } from "./secret-names";
import { secretPatternByKind } from "./secret-shapes";

/** Secrets within texts that servers write about themselves: none of their letters in sequence may be left. */
const leaks: [name: string, text: string, ...secrets: string[]][] = [
  [
    "a storage account",
    "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=Zm9vYmFyYmF6cXV4+/aa==;EndpointSuffix=x",
    "Zm9v",
  ],
  ["a service bus", "Endpoint=sb://shop.example/;SharedAccessKeyName=Root;SharedAccessKey=c2hhcmVkLWtleQ==", "c2hh"],
  ["a signature of shared access", "https://shop.example/f?sv=2024&sig=Zm9vYmFy%3D&se=1", "Zm9v"],
  ["SQL Server", "Server=tcp:db;Database=shop;User ID=sa;Password=p4ss;word;Encrypt=True", "p4ss"],
  ["ODBC", "Driver={x};Server=db;Uid=sa;Pwd=hunter2;", "hunter2"],
  ["libpq", "could not connect: host=db user=shop password=hunter2 dbname=shop", "hunter2"],
  ["JDBC of Oracle", "jdbc:oracle:thin:scott/tiger7@//db:1521/shop", "tiger7", "scott"],
  ["JDBC", "jdbc:postgresql://db/shop?user=a&password=hunter2", "hunter2"],
  ["Redis", "redis://:hunter2@cache:6379/0", "hunter2"],
  ["a password with an at sign", "mongodb+srv://shop:p@ss4@db.example/shop", "ss4"],
  ["a connection string by name", '{"connectionString":"Server=db;Database=shop"}', "Server=db"],
  [
    "Amazon's keys",
    "aws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_access_key_id=ASIAIOSFODNN7EXAMPLQ",
    "AKIAIOS",
    "ASIAIOS",
  ],
  ["an access key", '{"accessKey":"wJalrXUtn","SecretAccessKey":"bPxRfiCY"}', "wJalr", "bPxR"],
  [
    "an error of S3",
    "<Error><Code>InvalidAccessKeyId</Code><AWSAccessKeyId>shopkey</AWSAccessKeyId></Error>",
    "shopkey",
  ],
  ["a PIN as a number", '{"pin": 4711, "ok": true}', "4711"],
  ["recovery codes", '{"recovery_codes":["a1b2-c3d4","e5f6-a7b8"],"recovery_code":"c9d0"}', "a1b2", "e5f6", "c9d0"],
  ["a licence", "license_key: 5F3A-99\nlicenceKey=77-AB", "5F3A", "77-AB"],
  ["the code of a card", '{"cvv":"123","cvc":456}', "123", "456"],
  ["one-time codes", "otp=123456&totp=654321", "123456", "654321"],
  ["a dump of PHP", "array('db_password' => 'hunter2', 'user' => 'shop')", "hunter2"],
  ["a dump of Python", "{'SECRET_KEY': 'django-x', 'DEBUG': True}", "django-x"],
  ["a dump of Ruby", '{:password=>"hunter2", :user=>"a"} {"api_key"=>"abc99"}', "hunter2", "abc99"],
  ["an object of JavaScript", "Error: config {host: 'db', password: 'hunter2'}", "hunter2"],
  ["a table of an environment", '<tr><td class="e">DB_PASSWORD </td><td class="v">hunter2 </td></tr>', "hunter2"],
  ["a table with code in it", "<td>API_KEY</td>\n<td><pre>abc123</pre></td>", "abc123"],
  ["JSON within a page", "<pre>{&quot;token&quot;:&quot;abc123&quot;}</pre>", "abc123"],
  ["XML", "<config><password>hunter2</password></config>", "hunter2"],
  ["an attribute", '<db host="x" password="hunter2"/>', "hunter2"],
  ["a header in a list", '{"name":"Authorization","value":"Custom abc123"}', "abc123"],
  ["a header in a row", '[["Cookie", "sid=abc123"], ["Host", "x"]]', "abc123"],
  ["a cookie in a line", "Cookie: sid=abc123; theme=dark", "abc123"],
  ["a key by its look", '{"key":"q8Zr4Lw0Xe7Tn2Vb6Ym1","id":7}', "q8Zr"],
  ["a webhook", "POST https://hooks.slack.com/services/T0000000/B0000000/Zm9vYmFyYmF6cXV4Zm9v failed", "Zm9v"],
  [
    "a private key",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabcd\n-----END RSA PRIVATE KEY-----\nrest",
    "MIIE",
    "abcd",
  ],
  ["a private key that is cut off", "key: -----BEGIN PRIVATE KEY-----\nMIIEow\nab", "MIIE"],
  [
    "a private key in JSON",
    '{"pem":"-----BEGIN EC PRIVATE KEY-----\\\nMHcC\\\n-----END EC PRIVATE KEY-----\\\n"}',
    "MHcC",
  ],
];

test.each(leaks)("%s is not seen", (_, text, ...secrets) => {
  const shown = withoutNamedSecrets(text);
  for (const secret of secrets) expect(shown).not.toContain(secret);
  expect(withoutNamedSecrets(shown)).toBe(shown);
});

/** Ordinary texts, which must not change. */
const ordinary: [name: string, text: string][] = [
  ["an error page", "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1><hr>nginx/1.27.3"],
  [
    "a stack of Java",
    "javax.security.auth.login.LoginException: Cannot log in\n\tat shop.SessionManager.open(SessionManager.java:55)",
  ],
  [
    "a stack of Node",
    "TypeError: Cannot read properties of undefined (reading 'token')\n    at auth (/app/session.js:10:5)",
  ],
  [
    "a stack of Python",
    'File "/app/auth.py", line 7, in login\nAuthenticationError: invalid credentials for user shop',
  ],
  ["a stack of Go", "goroutine 1 [running]:\nmain.session(0xc0)\n\t/app/token.go:120 +0x1d"],
  ["a stack of PHP", "PHP Fatal error:  Uncaught PDOException: SQLSTATE[HY000] in /app/TokenStore.php:33"],
  ["broken JSON", `SyntaxError: Unexpected token '<', "<!doctype "... is not valid JSON`],
  [
    "health in JSON",
    '{"status":"down","checks":{"auth":"down","session_store":"unreachable","token":"expired","pass":12}}',
  ],
  [
    "health with reasons",
    '{"auth":{"status":"fail","error":"connection refused by ldap.internal"},"session_count":"41"}',
  ],
  ["a reason under a name", '{"token":"The token has expired","auth":"no answer from the directory"}'],
  [
    "health of what keeps secrets",
    '{"secrets-manager":"up","auth_db":"no answer","password":"expired"} secret=missing',
  ],
  ["lines of a log", "auth: connection to ldap.internal refused\nsession: too many open sessions"],
  ["an error of S3", "<Error><Code>NoSuchKey</Code><Key>uploads/2026/11/28/report-20261128.pdf</Key></Error>"],
  [
    "an error of a database",
    'duplicate key value violates unique constraint "users_pkey" DETAIL: Key (id)=(42) already exists.',
  ],
  [
    "keys of another kind",
    '{"primary_key":"id","partition_key":"user#000123456789abcdef","cacheKey":"a1b2c3d4e5f6a7b8c9d0"}',
  ],
  [
    "ids of requests",
    '{"requestId":"8a14e4f3-f3ab-4be0-a12f-681ee8fe214f","trace":"4bf92f3577b34da6a3ce929d0e0e4736"}',
  ],
  ["a build", "commit 8f14e45fceea167a5a36dedd4bea2543, image sha256:9f86d081884c7d659a2feaa0c55ad015"],
  ["a certificate", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----"],
  ["words of sign-in", "Authorization required. Basic authentication failed: try again, or reset your password."],
  ["an author", '<meta name="author" content="Ada"><p>author: Ada Lovelace</p>'],
  ["results of tests", "tests: pass=12 fail=3 pin_count=2"],
  ["an address", "https://shop.example/orders/7?page=2&sort=key#top and mailto:ann@example.com"],
  ["a time of a token", '{"token_type":"bearer","expires_in":3600,"token_url":"https://a.example/token"}'],
];

test.each(ordinary)("%s stays as it is", (_, text) => {
  expect(withoutNamedSecrets(text)).toBe(text);
});

describe("headers", () => {
  test.each([
    ["Set-Cookie", "a=b", true],
    ["X-Api-Key", "abc", true],
    ["Authorization", "Bearer abc", true],
    ["X-License-Key", "a", true],
    ["WWW-Authenticate", 'Basic realm="shop"', false],
    ["Access-Control-Allow-Credentials", "true", false],
    ["X-Auth-Status", "failed", false],
    ["X-Request-Id", "8a14e4f3", false],
    ["X-Token-Expires", "3600", false],
  ])("%s: %s: %s", (name, value, isSecret) => {
    expect(isSecretFieldWithValue(name, value)).toBe(isSecret);
  });

  test("a name whose value is not known is secret but for what it says itself", () => {
    expect(["$.auth.token", "$.pin", "$.auth.error", "$.key"].map(isSecretFieldName)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

const samples: Record<string, string> = {
  "aws-access-token": "AKIAIOSFODNN7EXAMPLE",
  "github-pat": `ghp_${"a1".repeat(18)}`,
  "gitlab-pat": `glpat-${"a1".repeat(10)}`,
  "stripe-access-token": `sk_live_${"a1".repeat(12)}`,
  "slack-bot-token": "xoxb-1234567890-abcdefABCDEF",
  "gcp-api-key": `AIza${"aB3-_".repeat(7)}`,
  "telegram-bot-api-token": `123456789:AA${"b".repeat(33)}`,
  "openai-api-key": `sk-proj-${"aB3_".repeat(10)}`,
  "sendgrid-api-token": `SG.${"a".repeat(22)}.${"b".repeat(43)}`,
  "vault-service-token": `hvs.${"aB3".repeat(10)}`,
  "npm-access-token": `npm_${"a1".repeat(18)}`,
  "azure-ad-client-secret": `abc8Q~${"d".repeat(34)}`,
  jwt: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc_DEF-123",
};

test.each(Object.entries(samples))("%s is known by its look alone", (rule, token) => {
  expect(secretPatternByKind).toHaveProperty([rule]);
  expect(withoutNamedSecrets(`It said ${token}, and no more.`)).toBe("It said ••••, and no more.");
});

test("docs/security.md says how many there are", () => {
  const tokens = Object.keys(samples).length;
  const said = `${leaks.length} texts, ${tokens} tokens; ${ordinary.length} ordinary pages`;
  expect(attacksSaid("app/access/struck-pages.test.ts")).toBe(said);
});

/** What signs somebody in or opens something, by whatever name; each part of a name is a word. */
const strong =
  /passw|passphrase|passcode|secret|private_?key|mnemonic|seed_?phrase|security_?answer|conn(?:ection)?_?str|shared_?access|(?:api|access|account|shared|master|encryption|decryption|signing|licen[cs]e|recovery|client|consumer|service|subscription|app(?:lication)?|storage|deploy|ssh|function|write|ingest(?:ion)?|instrumentation|admin|root|product|activation|webhook|hmac|integration|server|user)_?key|(?:recovery|backup|activation|verification|one_?time|login|access|reset|invite|invitation|mfa|sms|otp|security)_?code|(?:^|_)(?:pins?|pwd|otp|totp|cv[vc]2?)(?:_|$)/;

/** These do, too, but texts about what is wrong begin with them as well. */
const weak =
  /auth(?!or(?!i[sz]))|cookie|token|session|signature|credential|creds(?:_|$)|csrf|xsrf|jwt|(?:^|_)pass(?:_|$)/;

/** What a name ends in that says something about a secret instead of holding it. */
const about =
  /(?:^|_)(?:error|errors|exception|failure|failures|fault|warning|status|state|type|count|size|length|name|names|expires|expiry|expired|expiration|ttl|at|url|uri|endpoint|host|required|enabled|disabled|valid|invalid|method|methods|mode|algorithm|alg|provider|manager|backend|db|cache|queue|worker|gateway|proxy|check|health|service|server|store|limit|version|timeout|duration|policy|level|message|reason|latency|ms|seconds|authenticate|used|present|java|php|py|js|mjs|ts|tsx|jsx|rb|go|cs|kt|scala|rs|ex|cpp)$|^access_control_/;

/** Keys of another kind have such names as well: only a value that looks made at random is one (gitleaks, `generic-api-key`). */
const soft = /(?:^|_)(?:keys?|sid|salt|seed|sig|hmac)$/;
const harmlessKey =
  /(?:public|pub|primary|foreign|partition|sort|idempotency|cache|routing|dedup|deduplication|group|index|lookup|translation|message|natural|schema|sequence|bucket)_?keys?$/;

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();

/** Bits a letter of a text takes, by how often each is in it. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

const longEnough = /[A-Za-z0-9+=]{16,200}/;

/** A run of letters and digits that nobody has written by hand; names of files and paths have none. */
function looksRandom(value: string): boolean {
  if (!/^["']?[\w+/=~-]{16,}["']?$/.test(value)) return false;
  const [run = ""] = longEnough.exec(value) ?? [];
  return /\d/.test(run) && /[A-Za-z]/.test(run) && entropyOf(run) >= 3.5;
}

const states =
  /^["']?(?:ok(?:ay)?|up|down|true|false|null|none|nil|yes|no|on|off|(?:un)?healthy|degraded|(?:un)?available|(?:un)?reachable|(?:dis)?connected|(?:connection )?refused|timeout|timed out|missing|(?:in)?valid|expired|required|denied|failed|failing|failure|pass(?:ed|ing)?|fail|error|warn(?:ing)?|unknown|(?:dis|en)abled|(?:in)?active|revoked|rejected|unauthori[sz]ed|forbidden|not[ _](?:found|set|ready)|unset|empty|undefined|bearer|basic|stale|pending|ready|start(?:ed|ing)|stopp(?:ed|ing)|running|\d{1,3})["']?$/i;

/** At least three words with blanks between them; a sign-in of HTTP begins with its scheme. */
const prose =
  /^["']?(?!(?:bearer|basic|digest|negotiate|token|apikey)\b)[\p{L}’']+[,:;]?(?: [\p{L}\d.,:;’'()/_-]+){2,}/iu;

const isProse = (value: string): boolean => prose.test(value) && !value.slice(0, 1000).split(/[ ,;]/).some(looksRandom);

/** Whether a header, a member or a field of this name holds what nobody else may read, whatever its value is. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name.slice(0, 200));
  return (strong.test(words) || weak.test(words)) && !about.test(words);
}

/** The same of one whose value is known: “auth: down” says what is wrong, and a key may be one of a table. */
export function isSecretMember(name: string, value: string): boolean {
  const words = wordsOf(name.slice(0, 200));
  if (about.test(words)) return (strong.test(words) || weak.test(words)) && looksRandom(value);
  if (strong.test(words)) return /\d/.test(value) || !states.test(value);
  if (weak.test(words)) return !states.test(value) && !isProse(value);
  return soft.test(words) && !harmlessKey.test(words) && looksRandom(value);
}

import {
  type CommandDefinition,
  cliName,
  commonOptions,
  type OptionDefinition,
} from "../definition/command-definition";

export type CompletionShell = "bash" | "zsh" | "fish";

/** Returns the long name of an option, such as `--page`, or its short one. */
const optionWords = ({ flags }: OptionDefinition): string[] => flags.match(/(?<![\w-])--?[\w-]+/g) ?? [];

const nounsOf = (commands: readonly CommandDefinition[]): string[] => [
  ...new Set(commands.map(({ name }) => name.split(" ")[0] ?? "")),
];
const verbsOf = (commands: readonly CommandDefinition[], noun: string): string[] =>
  commands.flatMap(({ name }) => (name.startsWith(`${noun} `) ? [name.slice(noun.length + 1)] : []));

/** Words that may follow a command: its options, and the words of its first argument. */
function wordsAfter({ args = [], options = [] }: CommandDefinition): string[] {
  const flags = [...options, ...commonOptions].flatMap(optionWords);
  return [...args.flatMap(({ choices = [] }) => choices), ...flags, "--help"];
}

function bashScript(commands: readonly CommandDefinition[]): string {
  const groups = nounsOf(commands).filter((noun) => verbsOf(commands, noun).length > 0);
  const verbs = groups.map((noun) => `    ${noun}) words="${verbsOf(commands, noun).join(" ")}" ;;`);
  const cases = commands.map((each) => `    "${each.name}") words="${wordsAfter(each).join(" ")}" ;;`);
  return `# Completions of ${cliName} for bash.
_${cliName}() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${nounsOf(commands).join(" ")} help"
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${verbs.join("\n")}
    esac
  fi
  if [ -z "$words" ]; then
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${cases.map((line) => line.replace(/^ {4}"([^" ]+)"\)/, '    "$1 "*)')).join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${cliName} ${cliName}
`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "’")}'`;
const zshWord = (word: string, summary: string) => quoted(`${word}:${summary.replaceAll(":", " ")}`);

function zshScript(commands: readonly CommandDefinition[], groups: readonly string[]): string {
  const top = nounsOf(commands).map((noun) => {
    const single = commands.find(({ name }) => name === noun);
    return `    ${zshWord(noun, single?.summary ?? verbsOf(commands, noun).join(", "))}`;
  });
  const verbs = groups.map((noun) => {
    const lines = commands.filter(({ name }) => name.startsWith(`${noun} `));
    const words = lines.map(({ name, summary }) => zshWord(name.slice(noun.length + 1), summary));
    return `    ${noun}) choices=(${words.join(" ")}) ;;`;
  });
  const cases = commands.map((each) => {
    const pattern = each.name.includes(" ") ? `"${each.name}"` : `"${each.name} "*`;
    return `    ${pattern}) choices=(${wordsAfter(each).map(quoted).join(" ")}) ;;`;
  });
  return `#compdef ${cliName}
# Completions of ${cliName} for zsh.
local -a choices
if (( CURRENT == 2 )); then
  choices=(
${top.join("\n")}
  )
  _describe command choices
  return
fi
if (( CURRENT == 3 )); then
  case "$words[2]" in
${verbs.join("\n")}
  esac
  if (( $#choices > 0 )); then
    _describe command choices
    return
  fi
fi
case "$words[2] $words[3]" in
${cases.join("\n")}
esac
compadd -- $choices
_files
`;
}

function fishScript(commands: readonly CommandDefinition[]): string {
  const top = nounsOf(commands).map((noun) => {
    const single = commands.find(({ name }) => name === noun);
    const summary = single?.summary ?? verbsOf(commands, noun).join(", ");
    return `complete -c ${cliName} -f -n __fish_use_subcommand -a ${noun} -d ${quoted(summary)}`;
  });
  const rest = commands.flatMap(({ name, summary, args = [], options = [] }) => {
    const [noun = "", verb] = name.split(" ");
    const seen = `__fish_seen_subcommand_from ${noun}`;
    const unseen = `not __fish_seen_subcommand_from ${verbsOf(commands, noun).join(" ")}`;
    const when = verb === undefined ? seen : `${seen}; and __fish_seen_subcommand_from ${verb}`;
    const own =
      verb === undefined
        ? []
        : [`complete -c ${cliName} -f -n '${seen}; and ${unseen}' -a ${verb} -d ${quoted(summary)}`];
    const words = args.flatMap(({ choices = [] }) => choices);
    const choices = words.length > 0 ? [`complete -c ${cliName} -f -n '${when}' -a ${quoted(words.join(" "))}`] : [];
    const flags = [...options, ...commonOptions].map((option) => {
      const names = optionWords(option).map((word) =>
        word.startsWith("--") ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`,
      );
      const value = /[<[]/.test(option.flags) ? " -r" : "";
      return `complete -c ${cliName} -n '${when}' ${names.join(" ")}${value} -d ${quoted(option.summary)}`;
    });
    return [...own, ...choices, ...flags];
  });
  return `${[`# Completions of ${cliName} for fish.`, ...top, ...rest].join("\n")}\n`;
}

/** Returns the script that a shell reads for completions. */
export function completionScript(shell: CompletionShell, commands: readonly CommandDefinition[]): string {
  const groups = nounsOf(commands).filter((noun) => verbsOf(commands, noun).length > 0);
  if (shell === "bash") return bashScript(commands);
  return shell === "zsh" ? zshScript(commands, groups) : fishScript(commands);
}

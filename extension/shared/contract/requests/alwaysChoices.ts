import { type Destination, parseRule } from "./permissionRules.ts";
import type { Decision, PermissionChange, PermissionView } from "./requests.ts";

/**
 * A permission that the user can grant permanently: a suggestion of `claude`, or the same suggestion with a narrower or
 * wider rule.
 */
export interface AlwaysChoice {
  /** Index of the suggestion that the decision returns to `claude`. */
  readonly choice: number;
  readonly change: PermissionChange;
  /** Rules that replace the suggested ones. */
  readonly rules?: readonly string[];
}

const shells: ReadonlySet<string> = new Set(["Bash", "PowerShell"]);
/** Programs that run their arguments as a command: a prefix rule for one of them would allow any command at all. */
const runners: ReadonlySet<string> = new Set(
  [
    "sh bash zsh dash ash ksh mksh csh tcsh fish pwsh powershell cmd busybox toybox wsl ssh",
    "sudo doas su sg runuser pkexec run0 systemd-run chroot unshare nsenter setpriv fakeroot",
    "env xargs parallel nohup nice ionice chrt taskset setsid stdbuf unbuffer script flock time timeout watch entr caffeinate arch",
    "eval exec source command builtin trap strace ltrace",
  ].flatMap((names) => names.split(" ")),
);

/** Returns the permanent permissions to offer, narrowest rule first; changes that are not rules come last. */
export function getAlwaysChoices({
  always,
  tool,
  body,
  bodyOmitted,
}: Pick<PermissionView, "always" | "tool" | "body" | "bodyOmitted">): readonly AlwaysChoice[] {
  const base = always.find(({ change }) => isAllowRule(change) && change.rules.length > 0);
  if (!base || !shells.has(tool) || body === undefined || bodyOmitted > 0) return always;
  const known = new Set(
    always.flatMap(({ change }) => (isAllowRule(change) && change.rules.length === 1 ? change.rules : [])),
  );
  const more = getCommandRules(body)
    .map((content) => `${tool}(${content})`)
    .filter((rule) => !known.has(rule))
    .map((rule) => ({
      choice: base.choice,
      change: { ...base.change, rules: [rule] } as PermissionChange,
      rules: [rule],
    }));
  return [...always, ...more].sort((one, other) => getBreadth(one.change) - getBreadth(other.change));
}

/** Returns the decision to allow a choice, saved at the suggested destination or at another one. */
export function createAlwaysDecision(
  { choice, change, rules }: AlwaysChoice,
  destination: Destination | undefined,
): Extract<Decision, { readonly kind: "allowAlways" }> {
  const isMoved = destination !== undefined && change.kind !== "mode" && destination !== change.destination;
  return {
    kind: "allowAlways",
    choice,
    ...(isMoved ? { destination } : {}),
    ...(rules === undefined ? {} : { rules }),
  };
}

/**
 * Returns rule contents for a command, narrowest first: the exact command, its program with a subcommand, its program.
 * Returns only the exact command if the program is unclear or runs other programs, and nothing for a command that a
 * rule would read as a pattern.
 */
export function getCommandRules(command: string): readonly string[] {
  const exact = command.trim();
  if (exact === "" || /[*\n]/.test(exact)) return [];
  // Quoted text is only an argument, unless the shell expands it.
  const bare = exact.replace(/'[^']*'|"[^"$`\\]*"/g, "''");
  const [program = "", second = "", third = ""] = bare.split(/ +/);
  if (
    /[;&|<>(){}`$\\'"]/.test(bare.replaceAll("''", "")) ||
    !/^[A-Za-z0-9][\w.+-]*$/.test(program) ||
    runners.has(program)
  )
    return [exact];
  const isSubcommand = (word: string): boolean => /^[A-Za-z][\w:-]*$/.test(word);
  const words = [
    program,
    ...(isSubcommand(second) ? [second] : []),
    ...(second === "run" && isSubcommand(third) ? [third] : []),
  ];
  return [exact, ...(words.length > 1 ? [`${words.join(" ")}:*`] : []), `${program}:*`];
}

function isAllowRule(change: PermissionChange): change is Extract<PermissionChange, { readonly kind: "rules" }> {
  return change.kind === "rules" && change.change === "add" && change.behavior === "allow";
}

/** Returns a sort key: a longer prefix is narrower; several rules rank between one exact command and a prefix. */
function getBreadth(change: PermissionChange): number {
  if (!isAllowRule(change)) return Number.MAX_SAFE_INTEGER;
  const [rule = ""] = change.rules;
  const { ruleContent = "*" } = parseRule(rule) ?? {};
  if (change.rules.length > 1) return 1;
  return ruleContent.includes("*") ? 1_000_000 - ruleContent.length : 0;
}

/** Variables by which a user keeps the configuration of git in other files; git itself sets none of them. */
const places: ReadonlySet<string> = new Set(["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"]);

/**
 * Returns the variables of this process without those of git: a window that git started as its editor, or from a hook,
 * has some that lead every call to another repository or add configuration. Those that name the files of the user's own
 * configuration stay.
 */
export function withoutGitVariables(): NodeJS.ProcessEnv {
  const isMeant = (name: string): boolean => places.has(name) || !name.startsWith("GIT_");
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isMeant(name.toUpperCase())));
}

/**
 * Variables for calls on a repository that may be anyone's: git connects to nothing, so that neither a promisor remote
 * of the repository nor a program that its configuration names for one is asked for missing objects (versions before
 * 2.45 ignore `GIT_NO_LAZY_FETCH` alone). It asks for no password and does not lock the index.
 */
export const offline = {
  GIT_ALLOW_PROTOCOL: "",
  GIT_NO_LAZY_FETCH: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
} as const;

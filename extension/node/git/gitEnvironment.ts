/**
 * Returns the variables of this process without those of git: a window that git started as its editor, or from a hook,
 * has some that lead every call to another repository or add configuration.
 */
export function withoutGitVariables(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith("GIT_")));
}

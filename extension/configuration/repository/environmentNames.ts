/** Variables that name programs, libraries or places where programs are looked for, or whose value is a command. */
const ofPrograms =
  /^(?:PATH|PATHEXT|SHELL|COMSPEC|EDITOR|VISUAL|PAGER|BROWSER|BASH_ENV|ENV|ZDOTDIR|PROMPT_COMMAND|PYTHON(?:PATH|STARTUP|HOME)|PERL5(?:LIB|OPT)|RUBY(?:LIB|OPT)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|CLASSPATH|NODE_(?:OPTIONS|PATH)|NPM_CONFIG_.*|GIT_.*|SSH_ASKPASS|SUDO_ASKPASS|LESSOPEN|LESSCLOSE|MANPAGER|CLAUDE_CODE_SHELL(?:_PREFIX)?|CLAUDE_CODE_GIT_BASH_PATH|CLAUDE_CODE_ENABLE_FUNCTION_HOOKS|CLAUDE_CODE_PLUGIN_DIRS|CLAUDE_CONFIG_DIR|(?:LD|DYLD)_.*|.*_(?:BIN|COMMAND|EXECUTABLE|PROGRAM|WRAPPER))$/i;

/** Returns true for a variable whose value can make other programs run. */
export function namesProgram(name: string): boolean {
  return ofPrograms.test(name);
}

/** How a tool's row looks. */
export interface ToolPresentation {
  /** Name in the row's accessible name, as the CLI calls the tool now. */
  readonly name: string;
  readonly verb: string;
  readonly icon: string;
  /** The subject is a command, a pattern or a path. */
  readonly isCode: boolean;
}

const presentations: Readonly<Record<string, Omit<ToolPresentation, "name">>> = {
  Read: { verb: "Read", icon: "codicon-file", isCode: true },
  Write: { verb: "Write", icon: "codicon-new-file", isCode: true },
  Edit: { verb: "Edit", icon: "codicon-edit", isCode: true },
  MultiEdit: { verb: "Edit", icon: "codicon-edit", isCode: true },
  NotebookEdit: { verb: "Edit", icon: "codicon-notebook", isCode: true },
  Bash: { verb: "Run", icon: "codicon-terminal", isCode: true },
  PowerShell: { verb: "Run", icon: "codicon-terminal-powershell", isCode: true },
  Grep: { verb: "Search", icon: "codicon-search", isCode: true },
  Glob: { verb: "List", icon: "codicon-files", isCode: true },
  WebFetch: { verb: "Fetch", icon: "codicon-globe", isCode: false },
  WebSearch: { verb: "Search the web", icon: "codicon-globe", isCode: false },
  Agent: { verb: "Agent", icon: "codicon-robot", isCode: false },
  TodoWrite: { verb: "Tasks", icon: "codicon-checklist", isCode: false },
  TaskCreate: { verb: "New task", icon: "codicon-checklist", isCode: false },
  TaskUpdate: { verb: "Task", icon: "codicon-checklist", isCode: false },
  TaskList: { verb: "Tasks", icon: "codicon-checklist", isCode: false },
  AskUserQuestion: { verb: "Question", icon: "codicon-question", isCode: false },
  ExitPlanMode: { verb: "Plan", icon: "codicon-list-ordered", isCode: false },
  EnterPlanMode: { verb: "Plan mode", icon: "codicon-list-ordered", isCode: false },
  Skill: { verb: "Skill", icon: "codicon-book", isCode: false },
  ToolSearch: { verb: "Find tools", icon: "codicon-tools", isCode: false },
};

/** Former names, as old transcripts have them. */
const formerNames: Readonly<Record<string, string>> = { Task: "Agent", KillShell: "TaskStop" };

/** How the tool of that name looks; MCP tools as "server: tool". */
export function toolPresentation(tool: string): ToolPresentation {
  const name = formerNames[tool] ?? tool;
  const known = Object.hasOwn(presentations, name) ? presentations[name] : undefined;
  if (known) return { name, ...known };
  const mcp = /^mcp__(.+?)__(.+)$/.exec(tool);
  if (mcp) return { name, verb: `${mcp[1]}: ${mcp[2]}`, icon: "codicon-plug", isCode: false };
  return { name, verb: name, icon: "codicon-tools", isCode: false };
}

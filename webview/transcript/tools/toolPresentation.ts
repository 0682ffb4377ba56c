import type { ToolKind } from "../../../extension/shared/contract/tools.ts";

/** Presentation of a kind of tool in its row. */
interface ToolPresentation {
  readonly icon: string;
  /** True if the subject is a command, a pattern or a path. */
  readonly isCode: boolean;
}

export const toolPresentation: { readonly [K in ToolKind]: ToolPresentation } = {
  read: { icon: "codicon-file", isCode: true },
  write: { icon: "codicon-new-file", isCode: true },
  edit: { icon: "codicon-edit", isCode: true },
  notebook: { icon: "codicon-notebook", isCode: true },
  command: { icon: "codicon-terminal", isCode: true },
  search: { icon: "codicon-search", isCode: true },
  list: { icon: "codicon-files", isCode: true },
  fetch: { icon: "codicon-globe", isCode: false },
  webSearch: { icon: "codicon-globe", isCode: false },
  agent: { icon: "codicon-robot", isCode: false },
  tasks: { icon: "codicon-checklist", isCode: false },
  question: { icon: "codicon-question", isCode: false },
  plan: { icon: "codicon-list-ordered", isCode: false },
  skill: { icon: "codicon-book", isCode: false },
  network: { icon: "codicon-globe", isCode: false },
  mcp: { icon: "codicon-plug", isCode: false },
  other: { icon: "codicon-tools", isCode: false },
};

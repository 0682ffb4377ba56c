import type { IdeToolName } from "../../shared/contract/ideTools.ts";
import type { IdeTool } from "./tool.ts";
import { applyCodeAction, codeActions, format, organizeImports, renameSymbol } from "./tools/changeTools.ts";
import { diagnostics } from "./tools/diagnosticsTools.ts";
import { gitBlame, gitDiff, gitStatus } from "./tools/gitTools.ts";
import {
  callHierarchy,
  definition,
  hover,
  implementations,
  references,
  typeHierarchy,
} from "./tools/navigationTools.ts";
import { openFileTool, runTaskTool, runTestsTool, showDiffTool } from "./tools/showTools.ts";
import { documentSymbols, workspaceSymbols } from "./tools/symbolTools.ts";
import { openEditors, tasks, terminalOutput } from "./tools/windowTools.ts";

/** Every tool of the editor, by its name. */
export const toolTable: Readonly<Record<IdeToolName, IdeTool<unknown>>> = {
  diagnostics,
  open_editors: openEditors,
  document_symbols: documentSymbols,
  workspace_symbols: workspaceSymbols,
  definition,
  references,
  implementations,
  call_hierarchy: callHierarchy,
  type_hierarchy: typeHierarchy,
  hover,
  git_status: gitStatus,
  git_diff: gitDiff,
  git_blame: gitBlame,
  terminal_output: terminalOutput,
  tasks,
  code_actions: codeActions,
  rename_symbol: renameSymbol,
  apply_code_action: applyCodeAction,
  organize_imports: organizeImports,
  format,
  run_task: runTaskTool,
  run_tests: runTestsTool,
  open_file: openFileTool,
  show_diff: showDiffTool,
};

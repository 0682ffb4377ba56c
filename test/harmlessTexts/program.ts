import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");

/** The source of the extension host as the compiler sees it. */
export interface HostSource {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  /** The files that `accepts` returns true for, by their names in the repository. */
  files(accepts: (name: string) => boolean): ReadonlyMap<string, ts.SourceFile>;
}

/**
 * Reads the source of the extension host, without checking it: a few seconds. Of a folder without the editor's and Node's types only that
 * and what it imports, which is much faster.
 */
export function readHostSource(pureFolder?: string): HostSource {
  const fail = ({ messageText }: ts.Diagnostic): never => {
    throw new Error(String(messageText));
  };
  const read = ts.getParsedCommandLineOfConfigFile(path.join(root, "tsconfig.json"), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail });
  if (!read) throw new Error("tsconfig.json cannot be read");
  const program =
    pureFolder === undefined
      ? ts.createProgram(read.fileNames, read.options)
      : ts.createProgram(
          read.fileNames.filter((file) => file.includes(`/extension/${pureFolder}/`)),
          { ...read.options, types: [] },
        );
  const named = program.getSourceFiles().map((file) => [path.relative(root, file.fileName).replaceAll("\\", "/"), file] as const);
  return { program, checker: program.getTypeChecker(), files: (accepts) => new Map(named.filter(([name]) => accepts(name))) };
}

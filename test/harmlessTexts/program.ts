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
 * Reads the source of the extension host, without checking it: a few seconds. Of a folder without the editor's and
 * Node's types only that and what it imports, which is much faster.
 */
export function readHostSource(pureFolder?: string): HostSource {
  const fail = ({ messageText }: ts.Diagnostic): never => {
    throw new Error(String(messageText));
  };
  const parse = (file: string): ts.ParsedCommandLine => {
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
    const read = ts.getParsedCommandLineOfConfigFile(path.join(root, file), {}, host);
    if (!read) throw new Error(`${file} cannot be read`);
    return read;
  };
  const { options, fileNames, projectReferences = [] } = parse("tsconfig.json");
  const all = [
    ...fileNames,
    ...projectReferences.flatMap((wing) => parse(`${path.relative(root, wing.path)}/tsconfig.json`).fileNames),
  ];
  const program =
    pureFolder === undefined
      ? ts.createProgram(all, options)
      : ts.createProgram(
          all.filter((file) => file.includes(`/extension/${pureFolder}/`)),
          { ...options, types: [] },
        );
  const named = program
    .getSourceFiles()
    .map((file) => [path.relative(root, file.fileName).replaceAll("\\", "/"), file] as const);
  return {
    program,
    checker: program.getTypeChecker(),
    files: (accepts) => new Map(named.filter(([name]) => accepts(name))),
  };
}

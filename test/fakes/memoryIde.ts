import path from "node:path";
import type {
  CodeAction,
  CodeSymbol,
  Diagnostic,
  EditorTask,
  FileDiagnostics,
  GitState,
  IdePort,
  NestedSymbol,
  OpenEditor,
  PathLocation,
  Place,
  Position,
  ProposedFileChange,
  RelatedSymbol,
  Selection,
  TerminalCommand,
} from "../../extension/core/ideTools/port.ts";

/** An editor whose files and diagnostics are maps by path. Its language features answer at once, or never. */
export class MemoryIde implements IdePort {
  readonly files = new Map<string, "file" | "folder">();
  readonly problems = new Map<string, readonly Diagnostic[]>();
  /** Files whose problems only an analysis finds. */
  readonly unlisted = new Set<string>();
  readonly roots = ["/w"];
  isTrustedNow = true;
  /** True while `analyze` never answers. */
  isSlow = false;
  readonly signals: AbortSignal[] = [];
  /** Texts of files. */
  readonly texts = new Map<string, string>();
  readonly asked: Position[] = [];
  places: readonly Place[] = [];
  related: readonly RelatedSymbol[] = [];
  symbols: readonly NestedSymbol[] = [];
  found: readonly CodeSymbol[] = [];
  hovers: readonly string[] = [];
  /** Language features know nothing before they analyzed a file. */
  isCold = false;
  repository: GitState | undefined;
  patch = "";
  /** Repositories of other places, by the start of their paths. */
  readonly repositories = new Map<string, { readonly state: GitState; readonly patch: string }>();
  planned: readonly ProposedFileChange[] = [];
  actions: readonly CodeAction[] = [];
  readonly applied: (readonly ProposedFileChange[])[] = [];
  readonly shown: string[] = [];
  editors: readonly OpenEditor[] = [];
  selected: Selection | undefined;
  commands: readonly TerminalCommand[] = [];
  known: readonly EditorTask[] = [];

  readonly language: IdePort["language"] = {
    readLines: async (file) => this.texts.get(file)?.split("\n"),
    symbolsIn: async () => this.#unlessCold(this.symbols),
    findSymbols: async () => this.found,
    findPlaces: async (_kind, at) => {
      this.asked.push(at);
      return this.#unlessCold(this.places);
    },
    findRelated: async () => this.related,
    hover: async () => this.hovers,
  };
  readonly git: IdePort["git"] = {
    state: async (folder) => this.#findRepository(folder)?.state ?? this.repository,
    diff: async (folder) => this.#findRepository(folder)?.patch ?? this.patch,
    blame: async () => "a1 (Ann) one\nb2 (Ben) two\nc3 (Cem) three\n",
  };

  isTrusted(): boolean {
    return this.isTrustedNow;
  }

  async locate(file: string, folder: string): Promise<PathLocation> {
    const absolute = path.posix.resolve(folder, file);
    if (!this.roots.some((root) => absolute === root || absolute.startsWith(`${root}/`))) return { kind: "outside" };
    return { kind: this.files.get(absolute) ?? "missing", path: absolute };
  }

  listDiagnostics(_folder: string, place?: string): readonly FileDiagnostics[] {
    const entries = [...this.problems].filter(
      ([file, { length }]) =>
        length > 0 &&
        !this.unlisted.has(file) &&
        (place === undefined || file === place || file.startsWith(`${place}/`)),
    );
    return entries.map(([file, diagnostics]) => ({ path: file, diagnostics }));
  }

  async analyze(file: string, signal: AbortSignal): ReturnType<IdePort["analyze"]> {
    this.signals.push(signal);
    this.isCold = false;
    if (this.isSlow) await new Promise<never>(() => {});
    return { diagnostics: this.problems.get(file) ?? [], isComplete: true };
  }

  readonly changes: IdePort["changes"] = {
    planRename: async () => this.planned,
    planFormat: async () => this.planned,
    findActions: async (_path, _lines, _folder, kind) =>
      this.actions.filter((action) => kind === undefined || action.kind === kind),
    apply: async (changes) => void this.applied.push(changes),
  };

  async runTask(name: string): ReturnType<IdePort["runTask"]> {
    this.shown.push(`task ${name}`);
    return { exitCode: 3, isRunning: false };
  }

  async runTests(file: string | undefined): Promise<void> {
    this.shown.push(`tests ${file ?? "all"}`);
  }

  async openFile(file: string, line: number | undefined): Promise<void> {
    this.shown.push(`${file}:${line}`);
  }

  async showDiff(left: string, right: string): Promise<void> {
    this.shown.push(`${left} ${right}`);
  }

  openEditors(): readonly OpenEditor[] {
    return this.editors;
  }

  selection(): Selection | undefined {
    return this.selected;
  }

  async terminals(): Promise<readonly TerminalCommand[]> {
    return this.commands;
  }

  async tasks(): Promise<readonly EditorTask[]> {
    return this.known;
  }

  /** Adds a text file. */
  write(file: string, text: string): void {
    this.files.set(file, "file");
    this.texts.set(file, text);
  }

  #findRepository(folder: string) {
    return [...this.repositories].find(([root]) => folder.startsWith(root))?.[1];
  }

  #unlessCold<T>(found: readonly T[]): readonly T[] {
    return this.isCold ? [] : found;
  }
}

export const place = (file: string, line: number, isInside = true): Place => ({
  path: file,
  line,
  column: 3,
  endLine: line,
  isInside,
});

export const problem = (line: number, message: string, severity: Diagnostic["severity"] = "error"): Diagnostic => ({
  line,
  column: 1,
  severity,
  message,
  origin: "ts 1",
});

export const change = (file: string, before: string, after: string): ProposedFileChange => ({
  path: file,
  before,
  after,
  isInside: true,
  isDirty: false,
});

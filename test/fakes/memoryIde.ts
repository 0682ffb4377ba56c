import path from "node:path";
import type { Diagnostic, FileDiagnostics, IdePort, Located } from "../../extension/ideTools/port.ts";

/** An editor whose files and diagnostics are maps by path. Its language features answer at once, or never. */
export class MemoryIde implements IdePort {
  readonly files = new Map<string, "file" | "folder">();
  readonly problems = new Map<string, readonly Diagnostic[]>();
  readonly roots = ["/w"];
  isTrustedNow = true;
  /** True while `analyse` never answers. */
  isSlow = false;
  readonly signals: AbortSignal[] = [];

  isTrusted(): boolean {
    return this.isTrustedNow;
  }

  async locate(file: string, folder: string): Promise<Located> {
    const absolute = path.posix.resolve(folder, file);
    if (!this.roots.some((root) => absolute === root || absolute.startsWith(`${root}/`))) return { kind: "outside" };
    return { kind: this.files.get(absolute) ?? "missing", path: absolute };
  }

  listDiagnostics(_folder: string, place?: string): readonly FileDiagnostics[] {
    const entries = [...this.problems].filter(([file, { length }]) => length > 0 && (place === undefined || file === place || file.startsWith(`${place}/`)));
    return entries.map(([file, diagnostics]) => ({ path: file, diagnostics }));
  }

  async analyse(file: string, signal: AbortSignal): ReturnType<IdePort["analyse"]> {
    this.signals.push(signal);
    if (this.isSlow) await new Promise<never>(() => {});
    return { diagnostics: this.problems.get(file) ?? [], isComplete: true };
  }
}

export const problem = (line: number, message: string, severity: Diagnostic["severity"] = "error"): Diagnostic => ({
  line,
  column: 1,
  severity,
  message,
  origin: "ts 1",
});

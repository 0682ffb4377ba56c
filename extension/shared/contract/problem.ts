import type { SettingPlace, SettingProblem } from "./settingProblem.ts";

/**
 * The reason why no conversation runs; the panel derives its actions from it. `detail` and `reason` are words of
 * `claude` or of the system.
 */
export type Problem =
  | { readonly code: "missing"; readonly searched: readonly string[] }
  | { readonly code: "notStartable"; readonly path: string; readonly reason: string }
  | { readonly code: "notExecutable"; readonly path: string }
  /** `reason`: a code of `claude`, empty where it gave only words. */
  | { readonly code: "startRefused"; readonly reason: string; readonly detail: string }
  | { readonly code: "tooOld"; readonly path: string; readonly version: string; readonly oldest: string }
  | { readonly code: "ended" | "unreadable" | "stopped"; readonly detail: string }
  | {
      readonly code: "setting";
      readonly setting: string;
      readonly problem: SettingProblem;
      readonly place?: SettingPlace | undefined;
    }
  | { readonly code: "forkImpossible"; readonly missing: "conversation" | "message" | "compacted" }
  | { readonly code: "history" | "rewindInterrupted"; readonly detail: string }
  | { readonly code: "untrusted" | "repository" | "noFolder" | "noWorkspace" | "tooMany" }
  /**
   * A process already continues the conversation: that of another open window, of this window, or of a window that is
   * gone.
   */
  | { readonly code: "inUse"; readonly pid: number; readonly holder: "otherWindow" | "thisWindow" | "closedWindow" };
export type ProblemCode = Problem["code"];

/** Returns true for a problem that is no failure: the user has to decide something first. */
export function isUndecided({ code }: Pick<Problem, "code">): boolean {
  return code === "untrusted" || code === "repository" || code === "noFolder" || code === "noWorkspace";
}

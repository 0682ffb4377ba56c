import "./dialogs.ts";
import "./folderDialogs.ts";
import "./modalDialogs.ts";
import "./leavesNothing.ts";

export { runAll as run } from "./harness.ts";

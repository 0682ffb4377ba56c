import "./views.ts";
import "./tools.ts";
import "./workspace.ts";
import "./leavesNothing.ts";

export { runAll as run } from "./harness.ts";

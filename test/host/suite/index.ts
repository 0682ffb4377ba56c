import "./adapters.ts";
import "./views.ts";
import "./tools.ts";
import "./workspace.ts";
import "./leavesNothing.ts";
import "./servers.ts";
import "./tests.ts";

export { runAll as run } from "./harness.ts";

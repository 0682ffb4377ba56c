import "./adapters.ts";
import "./leavesNothing.ts";
import "./servers.ts";
import "./tests.ts";

export { runAll as run } from "./harness.ts";

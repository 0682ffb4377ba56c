// A child process for tests of the process transport; its argument selects the behavior.
import { spawn } from "node:child_process";
import { closeSync, writeFileSync } from "node:fs";

const [behavior] = process.argv.slice(2);
const print = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);

switch (behavior) {
  case "--version":
    console.log("2.1.329 (fake)");
    break;
  case "echo":
    process.stdin.on("data", (chunk) => process.stdout.write(chunk));
    break;
  case "crashAtLength":
    process.stderr.write(`the secret s3cret-value ${"x".repeat(4_090)} it broke\n`, () => process.exit(3));
    break;
  case "crash":
    process.stderr.write("it broke here\n");
    process.stdout.write('{"type":"keep_alive"}\n{"type":"resu');
    process.exitCode = 3;
    break;
  case "huge":
    print({ type: "brand_new", text: "x".repeat(20_000_000) });
    break;
  case "hangs": {
    // Never reports its version and ignores SIGTERM, while its child keeps the output open.
    process.on("SIGTERM", () => {});
    const child = spawn(process.execPath, ["-e", "process.on('SIGTERM',()=>{});setInterval(()=>{},1000)"], {
      stdio: ["ignore", "inherit", "inherit"],
      detached: true,
    });
    writeFileSync(process.env.TANDEM_PIDS, JSON.stringify([process.pid, child.pid]));
    setInterval(() => {}, 1000);
    break;
  }
  case "silent":
    print({ type: "keep_alive" });
    closeSync(1);
    setInterval(() => {}, 1000);
    break;
  case "deaf":
    closeSync(0);
    print({ type: "keep_alive" });
    setInterval(() => {}, 1000);
    break;
  case "lingers":
    // Exits while a process that it started keeps its output open.
    spawn(process.execPath, ["-e", "setInterval(()=>{},1000)"], { stdio: ["ignore", "inherit", "inherit"] }).unref();
    process.exitCode = 3;
    break;
  case "leaves": {
    // Exits and leaves a process behind that started its own session.
    const child = spawn("setsid", [process.execPath, "-e", "setInterval(()=>{},1000)"], {
      stdio: "ignore",
      detached: true,
    });
    child.unref();
    print({ type: "pids", pids: [process.pid] });
    break;
  }
  case "stubborn": {
    // Ignores SIGTERM, and so does its child.
    process.on("SIGTERM", () => {});
    const child = spawn(process.execPath, ["-e", "process.on('SIGTERM',()=>{});setInterval(()=>{},1000)"], {
      stdio: "ignore",
      detached: true,
    });
    print({ type: "pids", pids: [process.pid, child.pid] });
    setInterval(() => {}, 1000);
    break;
  }
}

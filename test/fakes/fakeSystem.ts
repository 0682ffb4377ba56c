import type { ProcessSystem } from "../../extension/node/processes/processSystem.ts";
import type { ToolCommand } from "../../extension/node/processes/processTools.ts";

interface FakeProcess {
  readonly parent: number;
  /** Microseconds since the epoch. */
  readonly startedAt: number;
  /** Its own process id if it leads a group. */
  readonly group?: number;
  /** Environment in the form of `ps -E`. */
  readonly environment?: string;
}

const getTicks = (startedAt: number): bigint => BigInt(startedAt) * 10n + 116_444_736_000_000_000n;

/** A machine with Windows or macOS, whose tools print their documented formats. */
export class FakeSystem implements ProcessSystem {
  readonly platform: "win32" | "darwin";
  readonly variables = { SystemRoot: "C:\\Windows" };
  readonly processes = new Map<number, FakeProcess>();
  /** Ids in the order in which they were ended, with the signal or the tool. */
  readonly ended: string[] = [];
  /** Files of the tools that were run. */
  readonly ran: string[] = [];
  /** Tools that are missing or never answer in time. */
  missing: RegExp | undefined;

  constructor(platform: "win32" | "darwin", processes: Readonly<Record<number, FakeProcess>> = {}) {
    this.platform = platform;
    for (const [pid, process] of Object.entries(processes)) this.processes.set(Number(pid), process);
  }

  signal(pid: number, signal: NodeJS.Signals | 0): void {
    const meant = pid > 0 ? [pid] : [...this.processes].filter(([, { group }]) => group === -pid).map(([id]) => id);
    const there = meant.filter((id) => this.processes.has(id));
    if (there.length === 0) throw Object.assign(new Error("kill ESRCH"), { code: "ESRCH" });
    if (signal !== 0 && signal !== "SIGCONT") for (const id of there) this.#end(id, signal);
  }

  run({ file, args }: ToolCommand): Promise<string | undefined> {
    this.ran.push(file);
    return Promise.resolve(this.missing?.test(file) ? undefined : this.#answer(file, args));
  }

  #end(pid: number, by: string): void {
    if (this.processes.delete(pid)) this.ended.push(`${pid} ${by}`);
  }

  #answer(file: string, args: readonly string[]): string | undefined {
    const script = args.at(-1) ?? "";
    if (file === "C:\\Windows\\System32\\taskkill.exe") return this.#taskkill(Number(args[1]));
    if (file === "/bin/ps") return args.includes("-axwwE") ? this.#environments() : this.#list(args);
    if (file !== "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe") return undefined;
    if (script.startsWith("Get-CimInstance")) return this.#list(args, /-Filter 'ProcessId = (\d+)'/.exec(script)?.[1]);
    for (const [, pid, ticks] of script.matchAll(/Get-Process -Id (\d+) .*?ToFileTimeUtc\(\) - (\d+)\) -lt 10000/g)) {
      const process = this.processes.get(Number(pid));
      if (process && getTicks(process.startedAt) - BigInt(ticks as string) < 10_000n)
        this.#end(Number(pid), "Stop-Process");
    }
    return "";
  }

  #list(args: readonly string[], only = args.includes("-p") ? args[args.indexOf("-p") + 1] : undefined): string {
    const rows = [...this.processes].filter(([pid]) => only === undefined || pid === Number(only));
    if (this.platform === "win32")
      return rows.map(([pid, { parent, startedAt }]) => `${pid} ${parent} ${getTicks(startedAt)}\r\n`).join("");
    const time = (startedAt: number): string => {
      const [, day, date, month, year, clock] =
        /^(\w+), (\d+) (\w+) (\d+) (\S+)/.exec(new Date(startedAt / 1000).toUTCString()) ?? [];
      return `${day} ${month} ${String(Number(date)).padStart(2)} ${clock} ${year}    `;
    };
    return rows
      .map(
        ([pid, { parent, startedAt }]) =>
          `${String(pid).padStart(5)} ${String(parent).padStart(5)} ${time(startedAt)}\n`,
      )
      .join("");
  }

  #environments(): string {
    return [...this.processes]
      .map(([pid, { environment = "" }]) => `${String(pid).padStart(5)} /usr/local/bin/node server.js ${environment}\n`)
      .join("");
  }

  #taskkill(pid: number): string {
    for (const [id, { parent }] of this.processes) if (parent === pid) this.#end(id, "taskkill");
    this.#end(pid, "taskkill");
    return "";
  }
}

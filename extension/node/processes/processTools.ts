import path from "node:path";

/** A process as the system's own tools list it. */
export interface ListedProcess {
  readonly pid: number;
  /** Id of the process that started it; another process may have this id by now. */
  readonly parent: number;
  /** Microseconds since the epoch; whole seconds on macOS. */
  readonly startedAt: number;
}

/** A program of the system with its arguments. */
export interface ToolCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** Variables that it needs besides the inherited ones. */
  readonly env?: Readonly<Record<string, string>>;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Ticks of 100 ns from 1601, where a FILETIME begins, to 1970. */
const ticksTo1970 = 116_444_736_000_000_000n;
/** Maximum difference in ticks between two readings of one start time: WMI truncates it to microseconds. */
const ticksApart = 10_000;

/**
 * Builds the command that lists one process or all: on Windows by WMI, elsewhere by `ps`. Both print numbers and
 * English names in any language and time zone.
 */
export function buildListCommand(platform: NodeJS.Platform, variables: Variables, pid?: number): ToolCommand {
  if (platform !== "win32") {
    // "=" behind each name: a comma would belong to the header (BSD).
    const columns = ["pid=", "ppid=", "lstart="].flatMap((column) => ["-o", column]);
    return {
      file: "/bin/ps",
      args: [...(pid === undefined ? ["-ax"] : ["-p", String(pid)]), ...columns],
      env: { LC_ALL: "C", TZ: "UTC0" },
    };
  }
  const filter = pid === undefined ? "" : ` -Filter 'ProcessId = ${pid}'`;
  const row = "'{0} {1} {2}' -f $_.ProcessId, $_.ParentProcessId, $_.CreationDate.ToFileTimeUtc()";
  const properties = "ProcessId, ParentProcessId, CreationDate";
  return createPowershellCommand(
    variables,
    `Get-CimInstance -ClassName Win32_Process${filter} -Property ${properties} | Where-Object { $_.CreationDate } | ForEach-Object { ${row} }`,
  );
}

/** Parses the output of `buildListCommand`; skips lines of any other form. */
export function parseProcesses(platform: NodeJS.Platform, text: string): ListedProcess[] {
  const parse = platform === "win32" ? parseWindowsLine : parsePsLine;
  return text.split(/\r?\n/).flatMap((line) => parse(line) ?? []);
}

function parseWindowsLine(line: string): ListedProcess | undefined {
  const [, pid, parent, ticks] = /^\s*(\d{1,10}) (\d{1,10}) (\d{17,18})\s*$/.exec(line) ?? [];
  if (pid === undefined || parent === undefined || ticks === undefined) return undefined;
  const startedAt = Number((BigInt(ticks) - ticksTo1970) / 10n);
  return startedAt > 0 ? { pid: Number(pid), parent: Number(parent), startedAt } : undefined;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function parsePsLine(line: string): ListedProcess | undefined {
  const [, pid, parent, name, day, hours, minutes, seconds, year] =
    /^\s*(\d+)\s+(\d+)\s+[A-Z][a-z]{2}\s+([A-Z][a-z]{2})\s+(\d{1,2})\s+(\d{2}):(\d{2}):(\d{2})\s+(\d{4})\s*$/.exec(
      line,
    ) ?? [];
  const month = months.indexOf(name ?? "");
  if (month < 0) return undefined;
  const startedAt = Date.UTC(Number(year), month, Number(day), Number(hours), Number(minutes), Number(seconds)) * 1000;
  return { pid: Number(pid), parent: Number(parent), startedAt };
}

/**
 * Builds the command that ends exactly these processes of Windows, in their order. It holds a handle of each process
 * before it compares the start time, so that no other process can get the id meanwhile.
 */
export function buildEndCommand(variables: Variables, processes: readonly ListedProcess[]): ToolCommand {
  const steps = processes.map(({ pid, startedAt }) => {
    const ticks = BigInt(startedAt) * 10n + ticksTo1970;
    const isSame = `$null -ne $_.Handle -and ($_.StartTime.ToFileTimeUtc() - ${ticks}) -lt ${ticksApart} -and (${ticks} - $_.StartTime.ToFileTimeUtc()) -lt ${ticksApart}`;
    return `Get-Process -Id ${pid} -ErrorAction SilentlyContinue | Where-Object { ${isSame} } | Stop-Process -Force -ErrorAction SilentlyContinue`;
  });
  return createPowershellCommand(variables, steps.join("; "));
}

/**
 * Builds the command that ends a process of Windows and its children as the system knows them, for machines on which
 * PowerShell does not run.
 */
export function buildTaskkillCommand(variables: Variables, pid: number): ToolCommand {
  return { file: systemProgram(variables, "taskkill.exe"), args: ["/PID", String(pid), "/T", "/F"] };
}

/**
 * Lists the processes of macOS with their environments: those of the user's own programs, not those that the system
 * protects.
 */
export const environmentsCommand: ToolCommand = {
  file: "/bin/ps",
  args: ["-axwwE", "-o", "pid=", "-o", "command="],
  env: { LC_ALL: "C" },
};

/**
 * Returns the ids of the processes whose environment has a variable with this value, from the output of
 * `environmentsCommand`.
 */
export function parseMarked(text: string, variable: string, value: string): number[] {
  return text.split("\n").flatMap((line) => {
    const [, pid, rest = ""] = /^\s*(\d+)\s(.*)$/.exec(line) ?? [];
    return pid !== undefined && rest.split(" ").includes(`${variable}=${value}`) ? [Number(pid)] : [];
  });
}

function createPowershellCommand(variables: Variables, script: string): ToolCommand {
  return {
    file: systemProgram(variables, "WindowsPowerShell", "v1.0", "powershell.exe"),
    args: ["-NoLogo", "-NoProfile", "-NonInteractive", "-Command", script],
  };
}

/**
 * Returns the full path of a system program; a program of that name in a folder of the search path may come from
 * anyone.
 */
function systemProgram(variables: Variables, ...parts: readonly string[]): string {
  return path.win32.join(variables["SystemRoot"] || variables["windir"] || "C:\\Windows", "System32", ...parts);
}

import path from "node:path";

/** A process as the system's own tools list it. */
export interface ListedProcess {
  readonly pid: number;
  /** The id of the process that started it, which may be another one's by now. */
  readonly parent: number;
  /** Microseconds since the epoch; whole seconds on macOS. */
  readonly startedAt: number;
}

/** A program of the system with its arguments. */
export interface ToolCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** Variables that it needs beside those of its parent. */
  readonly env?: Readonly<Record<string, string>>;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Ticks of 100 ns from 1601, where a FILETIME begins, to 1970. */
const ticksTo1970 = 116_444_736_000_000_000n;
/** How far apart two readings of one start time may be in ticks: WMI cuts it to microseconds. */
const ticksApart = 10_000;

/**
 * Lists one process or all of them: on Windows by WMI, elsewhere by `ps`. Both print numbers and English names whatever the language and
 * the time zone are.
 */
export function buildListCommand(platform: NodeJS.Platform, variables: Variables, pid?: number): ToolCommand {
  if (platform !== "win32") {
    // "=" behind each name: a comma would belong to the header (BSD).
    const columns = ["pid=", "ppid=", "lstart="].flatMap((column) => ["-o", column]);
    return { file: "/bin/ps", args: [...(pid === undefined ? ["-ax"] : ["-p", String(pid)]), ...columns], env: { LC_ALL: "C", TZ: "UTC0" } };
  }
  const filter = pid === undefined ? "" : ` -Filter 'ProcessId = ${pid}'`;
  const row = "'{0} {1} {2}' -f $_.ProcessId, $_.ParentProcessId, $_.CreationDate.ToFileTimeUtc()";
  const properties = "ProcessId, ParentProcessId, CreationDate";
  return powershell(
    variables,
    `Get-CimInstance -ClassName Win32_Process${filter} -Property ${properties} | Where-Object { $_.CreationDate } | ForEach-Object { ${row} }`,
  );
}

/** Reads what `buildListCommand` prints; lines of any other form are left out. */
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
    /^\s*(\d+)\s+(\d+)\s+[A-Z][a-z]{2}\s+([A-Z][a-z]{2})\s+(\d{1,2})\s+(\d{2}):(\d{2}):(\d{2})\s+(\d{4})\s*$/.exec(line) ?? [];
  const month = months.indexOf(name ?? "");
  if (month < 0) return undefined;
  const startedAt = Date.UTC(Number(year), month, Number(day), Number(hours), Number(minutes), Number(seconds)) * 1000;
  return { pid: Number(pid), parent: Number(parent), startedAt };
}

/**
 * Ends exactly these processes of Windows, in their order: each is held by a handle before its start time is compared, so that its id
 * cannot become another one's meanwhile.
 */
export function buildEndCommand(variables: Variables, processes: readonly ListedProcess[]): ToolCommand {
  const steps = processes.map(({ pid, startedAt }) => {
    const ticks = BigInt(startedAt) * 10n + ticksTo1970;
    const isSame = `$null -ne $_.Handle -and ($_.StartTime.ToFileTimeUtc() - ${ticks}) -lt ${ticksApart} -and (${ticks} - $_.StartTime.ToFileTimeUtc()) -lt ${ticksApart}`;
    return `Get-Process -Id ${pid} -ErrorAction SilentlyContinue | Where-Object { ${isSame} } | Stop-Process -Force -ErrorAction SilentlyContinue`;
  });
  return powershell(variables, steps.join("; "));
}

/** Ends a process of Windows and what the system takes for its children: for where PowerShell does not run. */
export function buildTaskkillCommand(variables: Variables, pid: number): ToolCommand {
  return { file: systemProgram(variables, "taskkill.exe"), args: ["/PID", String(pid), "/T", "/F"] };
}

/** Lists the processes of macOS with their environments: those of the user's own programs, not those that the system protects. */
export const environmentsCommand: ToolCommand = { file: "/bin/ps", args: ["-axwwE", "-o", "pid=", "-o", "command="], env: { LC_ALL: "C" } };

/** Ids of the processes whose environment holds a variable with this value, in what `environmentsCommand` prints. */
export function parseMarked(text: string, variable: string, value: string): number[] {
  return text.split("\n").flatMap((line) => {
    const [, pid, rest = ""] = /^\s*(\d+)\s(.*)$/.exec(line) ?? [];
    return pid !== undefined && rest.split(" ").includes(`${variable}=${value}`) ? [Number(pid)] : [];
  });
}

function powershell(variables: Variables, script: string): ToolCommand {
  return {
    file: systemProgram(variables, "WindowsPowerShell", "v1.0", "powershell.exe"),
    args: ["-NoLogo", "-NoProfile", "-NonInteractive", "-Command", script],
  };
}

/** By its full path: a program of that name in a folder of the search path may be anybody's. */
function systemProgram(variables: Variables, ...parts: readonly string[]): string {
  return path.win32.join(variables["SystemRoot"] || variables["windir"] || "C:\\Windows", "System32", ...parts);
}

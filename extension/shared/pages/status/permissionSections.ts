import { t } from "@vscode/l10n";
import { escapeLine } from "../../base/invisible.ts";
import type { HookRun, ProcessFacts } from "../../contract/pages/processFacts.ts";
import type { Answer, ClaudeSetting, HookFacts, RuleFacts } from "../../contract/pages/statusFacts.ts";
import type { StatusRow, StatusSection } from "../../contract/pages/statusPage.ts";
import { formatClaudeSource, row, shorten } from "./values.ts";

const onlyNewer = () => t("Only shown while claude 2.1.329 or later is running.");

/** Returns the permission rules of `claude`; the first row opens their editor. */
export function getRulesSection(rules: Answer<readonly RuleFacts[]>): StatusSection {
  const section = { id: "rules", heading: t("Permission rules") };
  const manage = row("manage", t("Saved rules"), t("Allow, ask, and deny"), {
    button: { label: t("Manage"), longLabel: t("Manage permission rules"), action: "manageRules" },
  });
  if (rules === "waiting") return { ...section, note: t("Asking claude…"), rows: [manage] };
  if (rules === "unsupported") return { ...section, note: onlyNewer(), rows: [manage] };
  return { ...section, rows: [manage, ...rules.map(getRuleRow)] };
}

function getRuleRow({ behavior, rule, source, isInEffect }: RuleFacts, index: number): StatusRow {
  const names: ReadonlyMap<string, string> = new Map([
    ["allow", t("Allow")],
    ["ask", t("Ask")],
    ["deny", t("Deny")],
  ]);
  return row(`${index}`, names.get(behavior) ?? escapeLine(behavior), shorten(rule), {
    origin: formatClaudeSource(source),
    ...(isInEffect ? {} : { mark: { level: "warning", text: t("set but ignored") } }),
  });
}

/** Returns the hooks with the last run of each event. */
export function getHooksSection(hooks: Answer<readonly HookFacts[]>, { hookRuns }: ProcessFacts): StatusSection {
  const section = { id: "hooks", heading: t("Hooks") };
  if (hooks === "waiting") return { ...section, note: t("Asking claude…"), rows: [] };
  const listed = hooks === "unsupported" ? [] : hooks;
  const rows = listed.map(({ event, matcher, text, source }, index) => {
    const run = hookRuns.findLast((each) => isRunOf(each, event, matcher));
    return row(`${index}`, escapeLine(matcher === "" ? event : `${event} (${matcher})`), shorten(text), {
      origin: escapeLine(source),
      more: run ? formatRun(run) : t("Not run yet"),
      isPrivate: true,
    });
  });
  const events = new Set(listed.map(({ event }) => event));
  const others = hookRuns
    .filter(({ event }) => !events.has(event))
    .map((run) =>
      row(`run ${run.event} ${run.name}`, escapeLine(run.name || run.event), formatRun(run), { isPrivate: true }),
    );
  const all = [...rows, ...others];
  return {
    ...section,
    rows: all,
    ...(all.length > 0 ? {} : { note: hooks === "unsupported" ? onlyNewer() : t("No hooks are configured.") }),
  };
}

/** A run names its event and, behind a colon, what it matched. */
function isRunOf({ event, name }: HookRun, wanted: string, matcher: string): boolean {
  if (event !== wanted) return false;
  const matched = name.split(":")[1];
  return matcher === "" || matcher === "*" || matched === undefined || matcher.split("|").includes(matched);
}

function formatRun({ exitCode, outcome, output, decision }: HookRun): string {
  const facts = [
    ...(exitCode === undefined ? [] : [t("exit code {0}", exitCode)]),
    ...(outcome === undefined || outcome === "success" ? [] : [escapeLine(outcome)]),
    ...(decision === undefined ? [] : [t("decision: {0}", escapeLine(decision))]),
  ];
  return [
    t("Last run: {0}", facts.length === 0 ? t("ended") : facts.join(", ")),
    ...(output === "" ? [] : [shorten(output)]),
  ].join("\n");
}

/** Returns the sandbox as the settings of `claude` have it. */
export function getSandboxSection(settings: Answer<readonly ClaudeSetting[]>): StatusSection {
  const section = { id: "sandbox", heading: t("Sandbox") };
  if (settings === "waiting") return { ...section, note: t("Asking claude…"), rows: [] };
  if (settings === "unsupported") return { ...section, note: onlyNewer(), rows: [] };
  const [layer] = settings.find(({ name }) => name === "sandbox")?.layers ?? [];
  const isOn =
    typeof layer?.value === "object" &&
    layer.value !== null &&
    "enabled" in layer.value &&
    layer.value.enabled === true;
  return {
    ...section,
    rows: [
      row("enabled", t("Commands run in a sandbox"), isOn ? t("Yes") : t("No"), {
        origin: layer ? formatClaudeSource(layer.source) : t("Default"),
        button: { label: t("Change"), longLabel: t("Change {0}", "sandbox"), action: "openSetting", target: "sandbox" },
      }),
    ],
  };
}

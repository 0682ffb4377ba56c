import { t } from "@vscode/l10n";
import type { LimitReport, PlanLimitKind } from "../../contract/usage.ts";
import { formatTime } from "../numbers.ts";

interface LimitText {
  /** Label in a list of limits. */
  readonly label: string;
  readonly reached: string;
  readonly near: string;
}

const limits: { readonly [K in PlanLimitKind]: () => LimitText } = {
  fiveHours: () => ({ label: t("5 hours"), reached: t("5-hour limit reached"), near: t("Close to the 5-hour limit") }),
  sevenDays: () => ({ label: t("7 days"), reached: t("7-day limit reached"), near: t("Close to the 7-day limit") }),
  sevenDaysOpus: () => ({
    label: t("7 days, Opus"),
    reached: t("7-day limit for Opus reached"),
    near: t("Close to the 7-day limit for Opus"),
  }),
  sevenDaysSonnet: () => ({
    label: t("7 days, Sonnet"),
    reached: t("7-day limit for Sonnet reached"),
    near: t("Close to the 7-day limit for Sonnet"),
  }),
  sevenDaysWithExtra: () => ({
    label: t("7 days, with extra usage"),
    reached: t("7-day limit with extra usage reached"),
    near: t("Close to the 7-day limit with extra usage"),
  }),
  extraUsage: () => ({
    label: t("Extra usage"),
    reached: t("Extra usage limit reached"),
    near: t("Close to the extra usage limit"),
  }),
};

/** Reasons of `claude` why no extra usage is possible (2.1.329). */
const noExtraReasons: Readonly<Record<string, () => string>> = {
  overage_not_provisioned: () => t("extra usage is not set up"),
  org_level_disabled: () => t("your organization has extra usage turned off"),
  org_level_disabled_until: () => t("your organization has extra usage turned off for now"),
  out_of_credits: () => t("no credits are left for extra usage"),
  seat_tier_level_disabled: () => t("extra usage is turned off for your seat"),
  member_level_disabled: () => t("extra usage is turned off for you"),
  no_limits_configured: () => t("no limit for extra usage is set"),
};

/** Returns the label of a subscription's limit. */
export function formatPlanLimit(kind: PlanLimitKind): string {
  return limits[kind]().label;
}

/**
 * Formats a limit that is reached or near, with what is known of it, such as "Close to the 5-hour limit (92 % used,
 * resets at 14:05)".
 */
export function formatLimit(report: LimitReport, isReached: boolean): string {
  const named = report.limit === undefined ? undefined : limits[report.limit]();
  const title = isReached ? (named?.reached ?? t("Plan limit reached")) : (named?.near ?? t("Close to the plan limit"));
  const facts = getFacts(report, isReached);
  const text = facts.length === 0 ? title : t("{0} ({1})", title, facts.join(", "));
  return report.isUsingExtra ? t("{0}: continuing with extra usage, which is billed", text) : text;
}

/** Returns why `claude` cannot continue with extra usage; undefined where it gave no reason. */
export function formatNoExtra({ noExtra }: LimitReport): string | undefined {
  if (noExtra === undefined) return undefined;
  const reason = Object.hasOwn(noExtraReasons, noExtra) ? noExtraReasons[noExtra]?.() : undefined;
  return reason === undefined ? undefined : t("Not continued with extra usage: {0}.", reason);
}

function getFacts({ percent, resetsAt }: LimitReport, isReached: boolean): readonly string[] {
  const until = resetsAt === undefined ? "" : clockTime(resetsAt);
  const isTelling = percent !== undefined && (!isReached || percent > 100);
  return [...(isTelling ? [t("{0}% used", percent)] : []), ...(until === "" ? [] : [t("resets at {0}", until)])];
}

/** Formats a time in seconds since the epoch in the local time zone; empty for an invalid date. */
function clockTime(seconds: number): string {
  return Number.isNaN(new Date(seconds * 1000).getTime()) ? "" : formatTime(seconds * 1000, Date.now());
}

import { expect, it } from "vitest";
import type {
  ListedRule,
  RuleChoice,
  RuleDialogs,
} from "../../../../../extension/core/conversations/actions/ruleActions.ts";
import { RuleActions } from "../../../../../extension/core/conversations/actions/ruleActions.ts";
import type { StoredRule } from "../../../../../extension/core/conversations/ports.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";

/** A user who does one thing after the other, and what was shown to them. */
class User implements RuleDialogs {
  readonly shown: (readonly ListedRule[])[] = [];
  readonly choices: RuleChoice[] = [];
  isRestarting = true;
  restarts = 0;
  readonly stillInForce: (readonly [string, readonly string[]])[] = [];
  showNoConversation(): void {}
  showStillInForce(rule: string, sources: readonly string[]): void {
    this.stillInForce.push([rule, sources]);
  }
  async pickRule(rules: readonly ListedRule[]): Promise<RuleChoice | undefined> {
    this.shown.push(rules);
    return this.choices.shift();
  }
  async confirmRestart(): Promise<boolean> {
    this.restarts++;
    return this.isRestarting;
  }
}

/** `answer`: of the CLI that can say which rules are in force; another answers with nothing. */
async function managing(answer: object = {}) {
  const world = await setup({ answers: { list_permission_rules: answer } });
  const stored: StoredRule[] = [{ source: "localSettings", behavior: "allow", rule: "Bash(ls)" }];
  const user = new User();
  const files = {
    read: async () => stored,
    add: async (_place: object, rule: StoredRule) => void stored.push(rule),
    remove: async (_place: object, gone: StoredRule) =>
      void stored.splice(
        stored.findIndex(({ rule }) => rule === gone.rule),
        1,
      ),
  };
  const { conversations, shown } = world;
  conversations.places.setFocused(shown.id);
  return {
    ...world,
    user,
    stored,
    rules: new RuleActions({
      conversations,
      files,
      dialogs: user,
      clock: world.clock,
      trust: { acknowledge: async () => {} },
    }),
  };
}

it("lists the rules that claude reports", async () => {
  const rules = [
    { behavior: "allow", source: "localSettings", rule: "Bash(ls)", editability: "persistent" },
    { behavior: "deny", source: "policySettings", rule: "Read", editability: "readonly", notInEffect: true },
  ];
  const { rules: actions, user } = await managing({ state: { rules } });
  await actions.manage();
  expect(user.shown).toEqual([
    [
      { behavior: "allow", source: "localSettings", rule: "Bash(ls)", isEditable: true, isInEffect: true },
      { behavior: "deny", source: "policySettings", rule: "Read", isEditable: false, isInEffect: false },
    ],
  ]);
});

it("changes rules in files directly, and rules of the session by restarting the conversation", async () => {
  const { rules, user, stored, starts, shown } = await managing();
  user.choices.push(
    { kind: "add", rule: { source: "userSettings", behavior: "deny", rule: "Read" } },
    {
      kind: "remove",
      rule: { source: "localSettings", behavior: "allow", rule: "Bash(ls)", isEditable: true, isInEffect: true },
    },
    { kind: "add", rule: { source: "session", behavior: "allow", rule: "Bash(npm test)" } },
  );
  await rules.manage();
  expect(stored).toEqual([{ source: "userSettings", behavior: "deny", rule: "Read" }]);
  expect(user.shown.at(-1)).toContainEqual({
    behavior: "allow",
    source: "session",
    rule: "Bash(npm test)",
    isEditable: true,
    isInEffect: true,
  });
  expect(starts.at(-1)).toMatchObject({ conversation: shown.id, grants: { rules: ["Bash(npm test)"] } });
  user.isRestarting = false;
  user.choices.push({
    kind: "remove",
    rule: { source: "session", behavior: "allow", rule: "Bash(npm test)", isEditable: true, isInEffect: true },
  });
  await rules.manage();
  expect(shown.conversation.permissions.grants.rules).toEqual(["Bash(npm test)"]);
});

it("names an equal rule that is still in force after a removal", async () => {
  const rules = [{ behavior: "allow", source: "policySettings", rule: "Bash", editability: "readonly" }];
  const { rules: actions, user, clock } = await managing({ state: { rules } });
  user.choices.push({
    kind: "remove",
    rule: { source: "userSettings", behavior: "allow", rule: "Bash(*)", isEditable: true, isInEffect: true },
  });
  const managed = actions.manage();
  for (let look = 0; look < 20; look++) {
    await settled();
    clock.advance(250);
  }
  await managed;
  expect(user.stillInForce).toEqual([["Bash(*)", ["policySettings"]]]);
});

it("says that a rule stays that comes from a setting, and restarts nothing for it", async () => {
  const rules = [{ behavior: "allow", source: "cliArg", rule: "Bash(git *)", editability: "session" }];
  const { rules: actions, user, starts } = await managing({ state: { rules } });
  user.choices.push({
    kind: "remove",
    rule: { source: "cliArg", behavior: "allow", rule: "Bash(git *)", isEditable: true, isInEffect: true },
  });
  await actions.manage();
  expect([user.stillInForce, user.restarts, starts.length]).toEqual([[["Bash(git *)", ["cliArg"]]], 0, 1]);
});

it("says that a rule stays that was allowed here and comes from a setting too", async () => {
  const rules = [{ behavior: "allow", source: "cliArg", rule: "Bash(git *)", editability: "session" }];
  const { rules: actions, user, shown, clock, clis } = await managing({ state: { rules } });
  shown.conversation.permissions.grant("Bash(git *)", "allow", true);
  user.choices.push({
    kind: "remove",
    rule: { source: "cliArg", behavior: "allow", rule: "Bash(git *)", isEditable: true, isInEffect: true },
  });
  const managed = actions.manage();
  await settled();
  clis[0]?.end();
  for (let look = 0; look < 20; look++) {
    await settled();
    clock.advance(250);
  }
  await managed;
  expect([shown.conversation.permissions.grants.rules, user.stillInForce]).toEqual([[], [["Bash(git *)", ["cliArg"]]]]);
});

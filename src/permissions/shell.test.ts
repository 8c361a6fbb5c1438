// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell commands.

import { describe, expect, it } from "vitest"
import { commands, context } from "./arbitrary/command.ts"
import { analyseCommand } from "./shell.ts"

const analyse = (command: string) => analyseCommand(command, context)

describe("a command", () => {
  for (const [kind, list] of Object.entries(commands))
    it.each(list.map((command) => [command]))(`${kind}: %j`, async (command) => {
      const analysis = await analyse(command)
      expect({ class: analysis.class, why: analysis.segments }).toMatchObject({ class: kind })
    })
})

describe("an analysis", () => {
  it("names each part that runs on its own, with its class and why", async () => {
    expect(await analyse("ls src | sort > out; r'm' -r $(cat list)")).toEqual({
      class: "danger",
      guarded: false,
      outside: false,
      segments: [
        { text: "ls src", plain: "ls src", program: "ls", class: "read-only", why: "only reads" },
        { text: "sort", plain: "sort", program: "sort", class: "read-only", why: "only reads" },
        { text: "> out", plain: "> out", program: ">", class: "workspace", why: "writes out" },
        {
          text: "r'm' -r $(cat list)",
          plain: "rm -r …",
          program: "rm",
          class: "danger",
          why: "what it writes is known only when it runs",
        },
        { text: "cat list", plain: "cat list", program: "cat", class: "read-only", why: "only reads" },
      ],
    })
  })

  it("looks into the text that another shell would run", async () => {
    const { segments } = await analyse(`sh -c 'ls; touch "a b"'`)
    expect(segments.map(({ plain, class: kind }) => [plain, kind])).toEqual([
      [`sh -c ls; touch "a b"`, "workspace"],
      ["ls", "read-only"],
      ["touch a b", "workspace"],
    ])
  })

  it("names what a part may be for each value of a variable", async () => {
    const { segments } = await analyse("for c in status push; do git $c; done")
    expect(segments.map(({ text, class: kind }) => [text, kind])).toEqual([
      ["git $c", "danger"],
      ["git status", "read-only"],
      ["git push", "danger"],
    ])
  })

  it("names a part once, though a text with a prefix is read twice", async () => {
    const { segments } = await analyse("if ! [[ -f x ]]; then ls; fi")
    expect(segments.map(({ text }) => text)).toEqual(["ls"])
  })

  it.each([
    "cat /etc/hosts",
    "cat < /etc/hosts",
    "ls ..",
    "grep -r x ~/notes",
    "find / -name x",
    "cat /etc/hosts > copy",
    "cd src && ls ../..",
    "for f in /etc/*.conf; do head $f; done",
    "git -C /srv/other status",
    "cat src/../../x",
  ])("tells that it reads outside of the workspace: %j", async (command) => {
    expect(await analyse(command)).toMatchObject({ outside: true })
  })

  it.each(["cat README.md", "cat /home/ada/app/x", "cat ~/app/x", "cat src/../x", "ls > /dev/null", "cd src && ls .."])(
    "is quiet about what lies in the workspace: %j",
    async (command) => {
      expect(await analyse(command)).toMatchObject({ class: "read-only", outside: false, guarded: false })
    },
  )
})

describe("the workspace", () => {
  const elsewhere = { workspace: "/srv/team/app", home: "/home/ada", protected: [] }

  it("is not destroyed with what holds it", async () => {
    expect(await analyseCommand("rm -rf ..", elsewhere)).toMatchObject({ class: "forbidden" })
    expect(await analyseCommand("rm -rf /srv/team/other", elsewhere)).toMatchObject({ class: "danger" })
  })

  it("may be left by where the command starts", async () => {
    const inside = { ...elsewhere, cwd: "/srv/team/app/src" }
    expect(await analyseCommand("cat ../README.md", inside)).toMatchObject({ class: "read-only", outside: false })
    expect(await analyseCommand("cat ../../x", inside)).toMatchObject({ outside: true })
    expect(await analyseCommand("rm x", { ...elsewhere, cwd: "/tmp" })).toMatchObject({ class: "danger" })
  })
})

describe("a command that names Holdfast or its files", () => {
  it.each([
    "holdfast permissions show",
    "bin/holdfast run x",
    "npx holdfast run x",
    "node node_modules/.bin/holdfast",
    "ls; holdfast answer",
    "echo $(holdfast answer)",
    "sh -c 'holdfast answer'",
    "x=holdfast; $x answer",
    '"hold"fast answer',
    "env A=1 holdfast answer",
    "ls | xargs holdfast answer",
    "cat .holdfast/permissions.json",
    "echo x > .holdfast/permissions.json",
    "cat ./src/../.holdfast/permissions.json",
    "cat /home/ada/app/.holdfast/permissions.json",
    "cat .hold*/perm*",
    "cat .holdfas[t]/permissions.json",
    "cat .holdfas[[:alpha:]]/permissions.json",
    "cat .holdfast/{permissions,x}.json",
    "cat .HOLDFAST/permissions.json",
    "cat .hold\\fast/perm''issions.json",
    "cat .holdfast/$x",
    "cd .holdfast && cat permissions.json",
    "cd .holdfast; echo x > permissions.json",
    "git -C .holdfast checkout permissions.json",
    "rm -r .holdfast",
    "rm -r .",
    "mv .holdfast elsewhere",
    "find . -delete",
    "ls ~/.local/share/holdfast",
    "ls $HOME/.config/holdfast/x",
    "ls $HOLDFAST_HOME",
    'ls "${HOLDFAST_HOME}/store"',
    "cat $XDG_DATA_HOME/holdfast/store.db",
    "HOLDFAST_HOME=/tmp ls",
    "export HOLDFAST_HOME=/tmp",
    "python -c 'open(\".holdfast/permissions.json\")'",
    "python <<EOF\nopen('.holdfast/permissions.json')\nEOF",
    "cp a --target-directory=/home/ada/.config/holdfast",
    "for f in ~/.config/holdfast/*; do cat $f; done",
    "shopt -s dotglob; rm -r *",
    "holdfast 'unclosed",
  ])("is guarded: %j", async (command) => {
    expect(await analyse(command)).toMatchObject({ guarded: true })
  })

  it.each([
    "ls holdfast",
    "cd holdfast",
    "grep -r holdfast src",
    "ls .holdfast",
    "git commit -m 'holdfast'",
    "rm -r dist",
  ])("is not one that merely uses the word: %j", async (command) => {
    expect(await analyse(command)).toMatchObject({ guarded: false })
  })
})

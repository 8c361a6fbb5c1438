// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell commands.

import { describe, expect, it } from "vitest"
import { commands, context } from "../../test/support/permissions/command.ts"
import { analyseCommand } from "./analyse-command.ts"

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
      hosts: [],
      outside: false,
      paths: ["/home/ada/app/out"],
      segments: [
        { text: "ls src", plain: "ls src", program: "ls", class: "read-only", why: "only reads" },
        { text: "sort", plain: "sort", program: "sort", class: "read-only", why: "only reads" },
        { text: "> out", plain: "> out", program: ">", class: "workspace", why: "writes out" },
        {
          text: "r'm' -r $(cat list)",
          plain: "rm -r …",
          program: "rm",
          class: "danger",
          why: "what it deletes is known only when it runs",
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
    "date -f /etc/hosts",
    "date --reference=/etc/hosts",
    "[ a < /etc/hosts ]",
    "who /etc/hosts",
    "du -c /etc",
    "stat -f /etc/hosts",
    "od -c /etc/hosts",
    "fold -s /etc/hosts",
    "paste -s /etc/hosts",
    "column -t /etc/hosts",
    "grep -e --include /etc/hosts",
    "grep -nm -A /etc/hosts x y /etc/hosts",
    "rg -e foo -r -A /etc/hosts",
    "rg -e foo -rA /etc/hosts",
    "x='/etc/hos*'; cat $x",
    "sed -n /etc/p /etc/p",
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
  const sharedContext = { workspace: "/srv/team/app", home: "/home/ada", protected: [] }

  it("is not destroyed with what holds it", async () => {
    expect(await analyseCommand("rm -rf ..", sharedContext)).toMatchObject({ class: "forbidden" })
    expect(await analyseCommand("rm -rf /srv/team/other", sharedContext)).toMatchObject({ class: "danger" })
  })

  it("may be left by where the command starts", async () => {
    const inside = { ...sharedContext, cwd: "/srv/team/app/src" }
    expect(await analyseCommand("cat ../README.md", inside)).toMatchObject({ class: "read-only", outside: false })
    expect(await analyseCommand("cat ../../x", inside)).toMatchObject({ outside: true })
    expect(await analyseCommand("rm x", { ...sharedContext, cwd: "/tmp" })).toMatchObject({ class: "danger" })
  })
})

describe("a link", () => {
  const links: Record<string, string> = {
    "/home/ada/app/link": "/srv/elsewhere",
    "/home/ada/app/inside": "/home/ada/app/src",
    "/home/ada/app/keys": "/home/ada/.ssh",
    "/home/ada/app/etc": "/etc",
    "/home/ada/app/own": "/home/ada/.config/holdfast",
    "/home/ada/app/.venv/bin/python": "/opt/python/bin/python3.12",
    "/home/ada/app/clean": "/bin/rm",
    "/home/ada/.config/holdfast": "/srv/dotfiles/holdfast",
  }
  const real = async (path: string): Promise<string> => {
    const name = path.replace(/\/+$/, "").replaceAll("/./", "/")
    for (const [link, target] of Object.entries(links))
      if (name === link || name.startsWith(`${link}/`)) return real(target + name.slice(link.length))
    if (name.endsWith("/broken")) throw new Error("it cannot be followed")
    return name.includes("/..") ? real(new URL(`file://${name}`).pathname) : name
  }
  const follow = (command: string) => analyseCommand(command, { ...context, real })

  it.each([
    ["cat link/x", { class: "read-only", outside: true }],
    ["cat link/*", { class: "read-only", outside: true }],
    ["cat link/../x", { class: "read-only", outside: true }],
    ["cat < link/x", { class: "read-only", outside: true }],
    ["cd link && cat x", { class: "danger" }],
    ["x=link; cat $x/y", { class: "read-only", outside: true }],
    ["echo z > link/y", { class: "danger" }],
    ["sed -i s/a/b/ link/y", { class: "danger" }],
    ["bash link/run.sh", { class: "danger" }],
    ["cat keys/id_rsa", { class: "danger" }],
    ["rm -rf etc/*", { class: "forbidden" }],
    ["rm -rf link", { class: "danger" }],
    ["rm -rf etc", { class: "danger" }],
    ["cat own/permissions.json", { guarded: true }],
    ["cat /srv/dotfiles/holdfast/permissions.json", { guarded: true }],
    ["cat ~/.config/holdfast/permissions.json", { guarded: true }],
    [".venv/bin/python -m pytest", { class: "workspace" }],
    [".venv/bin/python -c 'print(1)'", { class: "danger" }],
    ["./clean -r src", { class: "danger" }],
    ["cat inside/a.ts broken", { class: "read-only", outside: false, guarded: false }],
    ["echo z > inside/a.ts", { class: "workspace" }],
    ["ls > /dev/stdout", { class: "read-only", outside: false }],
  ])("is judged by where it leads: %j", async (command, expected) => {
    expect(await follow(command)).toMatchObject(expected)
  })

  it("is not looked for in more places than anyone would name", async () => {
    let asked = 0
    const count = async (path: string) => {
      asked++
      return path
    }
    const names = Array.from({ length: 10_000 }, (_, at) => `f${at}`).join(" ")
    const analysis = await analyseCommand(`cat ${names}`, { ...context, real: count })
    expect(analysis).toMatchObject({ class: "danger" })
    expect(asked).toBeLessThan(5_000)
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
    "ls .holdfast",
    "echo '{}' > .holdfast/permissions.json",
    "[ a > .holdfast/permissions.json ]",
    "x='.hold?ast/permissions.json'; echo '{}' > $x",
    "for x in '.hold?ast'; do touch $x/a; done",
    "x='/home/ada/.local/share/hold?ast'; cat $x/holdfast.db",
    "x='.hol[d]\\fast'; cat $x/permissions.json",
    "cat /proc/self/cwd/.holdfast/permissions.json",
    "cat /proc/self/root/home/ada/.config/holdfast/x",
    "x='hold?ast'; $x trust",
    "node /opt/holdfast/dist/cli/main.js trust",
    "node ../../holdfast/dist/cli.js trust",
    "/opt/tools/bin/holdfast trust",
    "bun /usr/lib/node_modules/holdfast/src/cli/main.ts trust",
  ])("is guarded: %j", async (command) => {
    expect(await analyse(command)).toMatchObject({ guarded: true })
  })

  it.each([
    "ls holdfast",
    "cd holdfast",
    "grep -r holdfast src",
    "git commit -m 'holdfast'",
    "rm -r dist",
    "npx eslint *",
    "node dist/cli/main.js",
  ])("is not one that merely uses the word: %j", async (command) => {
    expect(await analyse(command)).toMatchObject({ guarded: false })
  })
})

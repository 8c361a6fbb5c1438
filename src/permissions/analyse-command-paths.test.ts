// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell commands.

import { describe, expect, it } from "vitest"
import { context } from "../../test/support/permissions/command.ts"
import { spell } from "../shell/mark.ts"
import { analyseCommand } from "./analyse-command.ts"

const pathsOf = async (command: string) => (await analyseCommand(command, context)).paths.map(spell)
const own = (...names: string[]) => names.map((name) => `${context.workspace}/${name}`)

describe("the paths that a command may change", () => {
  it.each([
    ["mkdir -p a/b", own("a/b")],
    ["chmod +x run.sh", own("run.sh")],
    ["chmod -x run.sh", own("run.sh")],
    ["chmod 600 .env", own(".env")],
    ["touch a b", own("a", "b")],
    ["echo X=1 > .env", own(".env")],
    ["echo x >> /tmp/elsewhere/x", ["/tmp/elsewhere/x"]],
    ["cat > notes.md <<'EOF'\nhello\nEOF", own("notes.md")],
    ["printf x | tee out.txt", own("out.txt")],
    ["cp a.txt /tmp/copies", [...own("a.txt"), "/tmp/copies", "/tmp/copies/a.txt"]],
    ["mv old/a.txt -t new", own("old/a.txt", "new", "new/a.txt")],
    ["ln -s target link", own("target", "link")],
    ["rm -rf gone *.log", own("gone", "*.log")],
    ["sed -i s/a/b/ src/x.ts", own("src/x.ts")],
    ["cd sub && echo x > y", own("sub/y")],
    ["sh -c 'echo x > y'", own("y")],
    ["f=result.json; node make.js --out=$f", own("make.js", "result.json")],
  ])("%j are all that it names", async (command, paths) => {
    expect(await pathsOf(command)).toEqual(expect.arrayContaining(paths))
  })

  it.each(["ls -la src", "cat a.txt", "grep -r x .", "git status", "echo x > /dev/null", 'echo x > "$FILE"'])(
    "%j names none",
    async (command) => expect(await pathsOf(command)).toEqual([]),
  )

  it("are no generated ones, unless they are written", async () => {
    expect(await pathsOf("node build.js node_modules dist")).toEqual(own("build.js"))
    expect(await pathsOf("rm -r dist")).toEqual(own("dist"))
  })
})

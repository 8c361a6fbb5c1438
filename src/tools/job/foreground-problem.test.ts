import { describe, expect, it } from "vitest"
import { foregroundProblem } from "./foreground-problem.ts"

const endless = [
  "tail -f log",
  "tail -n5 -F log",
  "tail -fn 5 log",
  "cd web && npm run dev",
  "PORT=3000 npm start",
  "yarn dev",
  "pnpm run watch:css",
  "npx vite",
  "npx -y http-server .",
  "./node_modules/.bin/tsc --watch",
  "watch ls",
  "python3 -m http.server 8000",
  "python manage.py runserver",
  "ping example.com",
  "docker compose logs -f web",
  "if true; then sleep infinity; fi",
  "for f in *.log; do tail -f $f; done",
  "cd web; nohup npm run dev > log",
  "cat <<EOF\nhello\nEOF\ntail -f log",
]
const interactive = ["vim a.txt", "EDITOR=x sudo nano /etc/hosts", "git log | less", "top", "echo a\nless b"]
const fine = [
  "tail -n 5 log",
  "tail log-f",
  "npm run build",
  "npm test",
  "npm run dev &",
  "vite build",
  "npx vite --version",
  "vim --version",
  "grep -r 'npm run dev' .",
  'echo "vim; less"',
  "git commit -m 'watch the top'",
  "ls vim less top",
  "timeout 5 tail -f log",
  "ping -c 1 localhost",
  "top -b -n 1",
  "cat <<'EOF' > notes\nvim is an editor\ntail -f log\nEOF",
  "echo $(cat less)",
  "sed -n '1,5p' < less > more",
  "# vim\ntrue",
  "tsc --noEmit",
  "echo 'unclosed",
  "constructor src/a.ts",
  "for f in *.log; do tail -n 1 $f; done",
]

describe("a command in the foreground", () => {
  it.each(endless)("that does not end is sent to the background: %s", (line) => {
    expect(foregroundProblem(line)).toContain("background: true")
  })

  it.each(interactive)("that needs a terminal is refused: %s", (line) => {
    expect(foregroundProblem(line)).toContain("needs a terminal")
  })

  it.each(fine)("that may well end is run: %s", (line) => {
    expect(foregroundProblem(line)).toBeNull()
  })
})

import { isLiteral, spell } from "../shell/mark.ts"
import { matchesName, normalise } from "../shell/path-pattern.ts"
import { resolve } from "../shell/paths.ts"
import { calculation } from "./arithmetic.ts"
import { judgeAwk } from "./awk.ts"
import { builtinJudges } from "./builtin.ts"
import { judgeFind } from "./find.ts"
import { judgeGit } from "./git.ts"
import { isHoldfast, mentionsProtected, namesProtected } from "./guard.ts"
import { interpreterJudges } from "./interpreter.ts"
import { combine, danger, forbidden, type Judgement, readOnly, workspace } from "./judgement.ts"
import { judgeDownload } from "./network.ts"
import { packageJudges } from "./package-manager.ts"
import { judgeReader } from "./reader.ts"
import { readers, versionQueries } from "./readers.ts"
import { judgeCopyBlocks, judgeOwnership, judgeRemove } from "./remove.ts"
import type { Judge, Scene } from "./scene.ts"
import { judgeSed } from "./sed.ts"
import { gets } from "./touch.ts"
import { pathsIn, whereabouts } from "./whereabouts.ts"
import { wrapperJudges } from "./wrapper.ts"
import { writerJudges } from "./writer.ts"

/** Judges one program with its arguments; the first word is the program. */
export function judgeProgram(words: readonly string[], scene: Scene): Judgement {
  const [program = "", ...args] = words
  const judged = isLiteral(program)
    ? judgeKnown(program, args, scene)
    : danger("the program is known only when it runs")
  const warned = combine(judged, ...words.map((word) => warn(word, scene)))
  return guards(program, args, scene) ? { ...warned, guarded: true } : warned
}

/** What there is to say of a word wherever it stands: keys and passwords, and text that arithmetic would run. */
export function warn(word: string, scene: Scene): Judgement {
  const known = scene.warnings.get(word) ?? warningOf(word, scene)
  scene.warnings.set(word, known)
  return known
}

function warningOf(word: string, scene: Scene): Judgement {
  if (/[A-Za-z_]\w*\[[^\]]*(\$[({]|`|[<>]\()/.test(word)) return danger("text that the shell may take for a command")
  // `{name[index]}` before a redirection.
  if (/^\{[A-Za-z_]\w*[[\uE003]/u.test(word)) return calculation(scene)
  const secret = pathsIn(word).some((part) => whereabouts(part, scene).includes("secret"))
  const judged = secret ? danger(`names ${spell(word)}, a place of keys and passwords`) : readOnly()
  return namesProtected(word, scene) ? { ...judged, guarded: true } : judged
}

function judgeKnown(program: string, args: readonly string[], scene: Scene): Judgement {
  const name = program.includes("/") ? systemProgram(program) : program
  if (name === undefined) return judgePath(program, args, scene)
  if (name === "") return danger("no program")
  if (/^(mkfs|mke2fs|wipefs|newfs)/.test(name)) return forbidden("erases a disk")
  if (args.length === 1 && asksVersion(name, args[0] ?? "")) return readOnly("only tells its version")
  const judge = judgeOf(name) ?? judgeOf(plainName(name))
  return judge ? judge(args, scene) : combine(gets(args, scene), workspace("a program that is not known"))
}

function asksVersion(name: string, word: string): boolean {
  const { programs, words, own } = versionQueries
  return Object.hasOwn(own, word) ? own[word as keyof typeof own].has(name) : programs.has(name) && words.has(word)
}

// A program that is named by its path is not the one that the tables know.
// A link to one that they know, as `.venv/bin/python` is, does what that one does.
function judgePath(program: string, args: readonly string[], scene: Scene): Judgement {
  const byName = { ...scene, follow: (path: string) => normalise(path) }
  const names = resolve(program, scene).map((path) => path.split("/").at(-1) ?? "")
  const [, ...others] = names.map((name) => judgeOf(name) ?? judgeOf(plainName(name)))
  const judged = others.map((judge) => judge?.(args, scene) ?? readOnly())
  return whereabouts(program, byName).every((where) => where === "workspace")
    ? combine(workspace("runs a program of the workspace"), gets(args, scene), ...judged)
    : combine(danger(`runs ${spell(program)}, outside of the workspace`), ...judged)
}

function systemProgram(program: string): string | undefined {
  return /^(?:\/usr|\/usr\/local|\/opt\/homebrew)?\/s?bin\/([^/]+)$/.exec(program)?.[1]
}

// python3.12 is python, gsed is the sed of GNU.
function plainName(name: string): string {
  const base = name.replace(/^(python|pip|perl|ruby|lua|php)[\d.]+$/, "$1").replace(/^([gmn]awk)$/, "awk")
  return judgeOf(base) ? base : base.replace(/^g/, "")
}

function judgeOf(name: string): Judge | undefined {
  if (Object.hasOwn(judges, name)) return judges[name]
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
  return reader && ((args, scene) => judgeReader(reader, args, scene))
}

/** Programs that change the machine, reach others, or end what runs: a person decides. */
const dangerous = `su pkexec ssh scp sftp rsync ftp tftp nc ncat netcat telnet socat docker podman nerdctl kubectl helm
  terraform ansible aws gcloud az gh glab heroku fly vercel netlify wrangler systemctl service launchctl initctl crontab at
  batch mount umount fdisk parted sfdisk losetup swapoff swapon modprobe insmod rmmod sysctl shutdown reboot halt poweroff
  init telinit iptables nft ufw ip ifconfig route useradd userdel usermod groupadd groupdel adduser deluser passwd chpasswd
  chsh visudo kill killall pkill osascript open xdg-open screen tmux script expect gdb lldb strace ltrace unshare nsenter
  chroot bwrap firejail flatpak snap apt apt-get dpkg yum dnf rpm pacman apk zypper brew port gpg gpg2 ssh-add ssh-agent
  ssh-keygen ssh-copy-id security keychain mail sendmail mutt shred srm parallel flock alias unalias bind complete compgen
  compopt enable fc history hash vi vim nvim emacs nano ed ex twine logger wall write crictl vagrant virsh qemu-img
  psql mysql mongosh redis-cli dropdb createdb`.split(/\s+/)

const judges: Readonly<Record<string, Judge>> = {
  ...Object.fromEntries(
    dangerous.map((name): [string, Judge] => [name, () => danger(`${name} reaches beyond the workspace`)]),
  ),
  ...writerJudges,
  ...wrapperJudges,
  ...interpreterJudges,
  ...packageJudges,
  ...builtinJudges,
  git: judgeGit,
  find: judgeFind,
  sed: judgeSed,
  awk: judgeAwk,
  rm: judgeRemove,
  chmod: judgeOwnership,
  chown: judgeOwnership,
  chgrp: judgeOwnership,
  chattr: judgeOwnership,
  setfacl: judgeOwnership,
  dd: judgeCopyBlocks,
  curl: judgeDownload,
  wget: judgeDownload,
}

/** Programs that run what their arguments name. */
const runners = /^(npx|bunx|npm|pnpm|yarn|node|bun|deno|tsx|exec|xargs|.*sh)$/

// Holdfast as a program, or in the hands of one that runs it, or hidden behind a name that is not known yet.
function guards(program: string, args: readonly string[], scene: Scene): boolean {
  const runs = (word: string) => isHoldfast(word) || resolve(word, scene).some(isHoldfast)
  if (runs(program)) return true
  const name = program.split("/").at(-1) ?? ""
  if (runners.test(name) && args.some(runs)) return true
  return (
    !isLiteral(program) &&
    (matchesName(name, "holdfast") ||
      [program, ...args].some((word) => /holdfast/i.test(word) || mentionsProtected(word, scene)))
  )
}

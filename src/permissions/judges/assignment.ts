import { isUnknown } from "../../shell/mark.ts"
import { danger, type Judgement, readOnly, workspace } from "../judgement.ts"
import { calculation } from "./calculation.ts"

/** Judges setting a variable, for this command or, exported, for the programs that it runs. */
export function judgeAssignment(name: string, { exported, hides }: { exported: boolean; hides: boolean }): Judgement {
  if (/^HOLDFAST_/i.test(name)) return { ...workspace("changes what Holdfast sees"), guarded: true }
  if (!/^[A-Za-z_]\w*$/.test(name)) return danger("sets something that is no plain variable")
  if (variables.danger.test(name)) return danger(`${name} changes which programs run, or how`)
  if (variables.calculated.test(name)) return calculation({ hides })
  if (variables.workspace.test(name)) return workspace(`${name} changes how programs work`)
  if (variables.harmless.test(name) || !exported || /^[a-z_]/.test(name)) return readOnly("sets a variable")
  return workspace(`${name} may change how programs work`)
}

/** The same for an argument of `export` and its like. */
export function judgeDeclared(argument: string, set: { exported: boolean; hides: boolean }): Judgement {
  if (isUnknown(argument.split("=")[0] ?? "")) return danger("sets a variable that is known only when it runs")
  // For an array variable, text in parentheses is evaluated, including command substitutions.
  if (/^[^=]*=\s*\(/.test(argument)) return danger("text that the shell may take for a command")
  if (!argument.startsWith("-")) return judgeAssignment(argument.split("=")[0] ?? "", set)
  return /^-[xrglaApfFu]+$/.test(argument) ? readOnly() : workspace("changes how a variable works")
}

/** Variables by how programs use them. */
const variables = {
  /** Name a program to run or code to load. */
  danger:
    /^(PATH|IFS|LD_.*|DYLD_.*|GIT_.*|BASH_.*|BASHOPTS|SHELLOPTS|ENV|PS\d|PROMPT_COMMAND|HOME|PWD|OLDPWD|SHELL|CDPATH|GLOBIGNORE|PAGER|MANPAGER|EDITOR|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|LESS|RIPGREP_CONFIG_PATH|GREP_OPTIONS|SSH_.*|PERL5.*|RUBY(OPT|LIB)|PYTHON(STARTUP|HOME|INSPECT)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|npm_config_.*|NPM_CONFIG_.*|GCONV_PATH|POSIXLY_CORRECT|TAR_OPTIONS|MAKEFLAGS|AWKPATH|AWKLIBPATH|SUDO_.*|histchars|TERMINFO|TERMINFO_DIRS|TERMCAP|DOCKER_.*)$/i,
  workspace: /^(NODE_.*|PYTHON.*|XDG_.*|TMPDIR|TMP|TEMP|.*_PROXY|CARGO_.*|GO.*|RUST.*)$/i,
  /** Values that the shell evaluates as arithmetic. */
  calculated: /^(OPTIND|S?RANDOM|SECONDS|LINENO|HISTCMD|EPOCH\w+|DIRSTACK|GROUPS|FUNCNAME)$/,
  harmless: /^(LC_.*|LANG|LANGUAGE|TZ|TERM|NO_COLOR|FORCE_COLOR|COLORTERM|COLUMNS|LINES|CI|DEBUG|CLICOLOR.*)$/,
} as const

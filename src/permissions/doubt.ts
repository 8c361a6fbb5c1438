import { anyMark } from "./mark.ts"
import { everyNode, type Syntax } from "./parse.ts"

/** Longer commands are not judged. */
const longest = 256 * 1024

/** Why a text is not even parsed. */
export function unreadable(command: string): string | undefined {
  if (command.trim() === "") return "the command is empty"
  if (command.length > longest) return "the command is too long to be judged"
  return !command.isWellFormed() || anyMark.test(command) ? "it holds characters that no command needs" : undefined
}

/** Whether a word goes on in the next line: the shell joins the two, the parser does not. */
export function joinsWords(command: string): boolean {
  return /[^\s\\](?:\\\\)*\\\n[^\s]/.test(command)
}

/** Why the text of a command cannot be trusted to be what the parser makes of it. */
export function doubtfulText(command: string): string | undefined {
  // The parser takes other blanks than the shell does.
  if (/[^\S \t\n]|\p{Cc}/u.test(command.replace(/[\t\n]/g, ""))) return "it holds control characters or unusual blanks"
  return joinsWords(command) ? "a word goes on in the next line" : undefined
}

/** Why a syntax tree cannot be trusted to be what the shell would run. */
export function doubtfulTree(node: Syntax, command: string): string | undefined {
  const doubt = doubtfulNode(node, command)
  if (doubt) return doubt
  const quoted = node.type === "heredoc_redirect" && !isExpanded(node)
  for (const child of node.children) {
    if (quoted && child.type === "heredoc_body") continue
    const doubt = doubtfulTree(child, command)
    if (doubt) return doubt
  }
  return undefined
}

function doubtfulNode(node: Syntax, command: string): string | undefined {
  if (node.type === "ERROR" || node.missing) return "it cannot be parsed"
  if (node.named && !knownTypes.has(node.type)) return `it holds a form that is not known (${node.type})`
  if (node.type === "command_substitution" && node.text.startsWith("`") && node.text.includes("\\"))
    return "a backslash within backticks"
  if (node.type === "heredoc_redirect" && doubtfulHeredoc(node, command)) return "a heredoc that is not plain"
  if (node.type === "expansion" && [...everyNode(node)].some(hidesSubstitution))
    return "a substitution that the parser did not see"
  if (opaque.has(node.type) || !node.named) return undefined
  return doubtfulGaps(node)
}

// Text between the parts of a node that no part accounts for: the shell might see more in it than the parser did.
function doubtfulGaps(node: Syntax): string | undefined {
  let at = node.start
  const gaps: string[] = []
  for (const child of node.children) {
    gaps.push(node.text.slice(at - node.start, child.start - node.start))
    at = Math.max(at, child.end)
  }
  gaps.push(node.text.slice(at - node.start))
  if (gaps.some((gap) => substitutes(gap))) return "a substitution that the parser did not see"
  if (node.children.length === 0)
    return node.type === "word" && /\n/.test(node.text.replaceAll("\\\n", ""))
      ? "a word that begins in another line"
      : undefined
  if (texts.has(node.type)) return undefined
  // A line ends a command, whatever the next one begins with.
  if (oneLine.has(node.type) && gaps.some((gap) => /\n/.test(gap.replaceAll("\\\n", ""))))
    return "a command that goes on in another line"
  return gaps.some((gap) => !/^(\s|\\\n)*$/.test(gap)) ? "text that the parser skipped" : undefined
}

function substitutes(text: string): boolean {
  return /`|\$[({[]/.test(text.replace(/\\[\s\S]/g, ""))
}

// `${x:-<(command)}`: to the parser it is a word.
function hidesSubstitution(node: Syntax): boolean {
  return (node.type === "word" || node.type === "regex") && /[<>]\(/.test(node.text)
}

function doubtfulHeredoc(node: Syntax, command: string): boolean {
  const start = node.children.find((child) => child.type === "heredoc_start")
  const end = node.children.find((child) => child.type === "heredoc_end")
  if (!start || !end || !/^(\\?[\w-]+|'[\w-]+'|"[\w-]+")$/.test(start.text)) return true
  const delimiter = start.text.replace(/^\\|['"]/g, "")
  const lines = command.split("\n")
  if ((lines[start.row]?.match(/<</g) ?? []).length > 1) return true
  const indented = node.text.startsWith("<<-") || /^\d+<<-/.test(node.text)
  const found = lines.findIndex(
    (line, row) => row > start.row && (indented ? line.replace(/^\t+/, "") : line) === delimiter,
  )
  return found !== end.row || end.text !== delimiter
}

/** Whether the shell replaces variables and commands in a heredoc. */
export function isExpanded(heredoc: Syntax): boolean {
  return heredoc.children.some((child) => child.type === "heredoc_start" && /^[\w-]+$/.test(child.text))
}

/** Their text is just text. */
const opaque: ReadonlySet<string> = new Set(["raw_string", "ansi_c_string", "comment"])

/** Their parts stand in one line, but for lines that end in a backslash. */
const oneLine: ReadonlySet<string> = new Set([
  "command",
  "command_name",
  "concatenation",
  "declaration_command",
  "unset_command",
  "file_redirect",
  "herestring_redirect",
  "redirected_statement",
  "variable_assignment",
  "variable_assignments",
  "negated_command",
])

/** Text stands between their parts. */
const texts: ReadonlySet<string> = new Set(["string", "heredoc_body", "heredoc_redirect", "regex", "expansion"])

const knownTypes: ReadonlySet<string> = new Set(
  `ansi_c_string arithmetic_expansion array binary_expression brace_expression c_style_for_statement case_item
  case_statement command command_name command_substitution comment compound_statement concatenation declaration_command
  do_group elif_clause else_clause expansion extglob_pattern file_descriptor file_redirect for_statement
  function_definition heredoc_body heredoc_content heredoc_end heredoc_redirect heredoc_start herestring_redirect
  if_statement list negated_command number parenthesized_expression pipeline postfix_expression process_substitution
  program raw_string redirected_statement regex simple_expansion special_variable_name string string_content subscript
  subshell ternary_expression test_command test_operator translated_string unary_expression unset_command
  variable_assignment variable_assignments variable_name while_statement word`.split(/\s+/),
)

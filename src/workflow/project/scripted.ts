import { quotePath } from "../../shell/quote.ts"
import { isPlaceholder } from "../checks/placeholder.ts"
import { type Ecosystem, named, type Offer } from "./ecosystem.ts"
import { isPhony, targetOf } from "./makefile.ts"
import { manifestOf } from "./project-manifest.ts"

const rubyTest = /(?:^|\/)(?:[^/]*_spec|[^/]*_test|test_[^/]*)\.rb$/
const mostRubyTests = 16

export const ruby: Ecosystem = {
  kind: "ruby",
  markers: ["Gemfile", "Gemfile.lock", "Rakefile", ".rspec"],
  binaries: ["bin/rails"],
  programs: ["ruby", "bundle", "rspec", "rake"],
  sources: [".rb", ".rake", ".erb", ".gemspec"],
  testFile: rubyTest,
  isHere: (place) => named(place, ["Gemfile", "Rakefile", ".rspec"]) || place.tests.some((test) => rubyTest.test(test)),
  offers: (place) => {
    const through = (program: string): Offer =>
      place.has("Gemfile")
        ? { kind: "test", command: `bundle exec ${program}`, needs: "bundle" }
        : { kind: "test", command: program, needs: program.split(" ")[0] ?? program }
    if (place.has(".rspec") || place.tests.some((test) => test.endsWith("_spec.rb"))) return [through("rspec")]
    const tests = place.tests.filter((test) => rubyTest.test(test))
    if (tests.length === 0) return []
    if (place.has("bin/rails")) return [{ kind: "test", command: "bin/rails test", needs: "bin/rails" }]
    if (/TestTask|task\s*:?\(?\s*[:"']?test\b/.test(place.text("Rakefile"))) return [through("rake test")]
    const runs = tests.slice(0, mostRubyTests).map((test) => `ruby -Itest -Ilib ${quotePath(test)}`)
    return [{ kind: "test", command: runs.join(" && "), needs: "ruby" }]
  },
}

export const php: Ecosystem = {
  kind: "php",
  markers: ["composer.json", "composer.lock", "phpunit.xml", "phpunit.xml.dist"],
  binaries: ["vendor/bin/phpunit", "vendor/bin/pest"],
  programs: ["php", "composer", "phpunit"],
  sources: [".php", ".phtml"],
  testFile: /(?:^|\/)[^/]*Test\.php$/,
  isHere: (place) => named(place, ["composer.json", "phpunit.xml", "phpunit.xml.dist"]),
  offers: (place) => {
    const script = manifestOf(place.text("composer.json"))?.scripts.get("test")
    // A script that names another or a class is composer's own language.
    if (script !== undefined && (/^@|::/.test(script) || !isPlaceholder(script)))
      return [{ kind: "test", command: "composer test", needs: "composer" }]
    const own = ["vendor/bin/pest", "vendor/bin/phpunit"].find(place.has)
    if (own) return [{ kind: "test", command: own, needs: own }]
    const wanted = named(place, ["phpunit.xml", "phpunit.xml.dist"])
    return wanted ? [{ kind: "test", command: "phpunit", needs: "phpunit" }] : []
  },
}

const makefiles = ["GNUmakefile", "makefile", "Makefile"]
const targets = { lint: ["lint"], typecheck: ["typecheck"], build: ["build", "all"], test: ["test", "check"] } as const

/** What make takes for a file where it is there: the facts name a directory with a slash at its end. */
export const targetNames: ReadonlySet<string> = new Set(Object.values(targets).flat())

export const make: Ecosystem = {
  kind: "make",
  markers: makefiles,
  programs: ["make"],
  sources: [".mk", ".c", ".h", ".cc", ".cpp", ".hpp"],
  testFile: /$^/,
  isHere: (place) => named(place, makefiles),
  offers: (place) => {
    const text = makefiles.map(place.text).find((found) => found !== "") ?? ""
    const kinds = Object.keys(targets) as Offer["kind"][]
    return kinds.flatMap((kind) => {
      const name = targets[kind].find((target) => isReal(text, target))
      if (name === undefined) return []
      // A file or directory of that name would make it up to date for ever.
      const hidden = !isPhony(text, name) && (place.has(name) || place.has(`${name}/`))
      return [{ kind, command: hidden ? `make -B ${name}` : `make ${name}`, needs: "make" }]
    })
  },
}

/** A recipe of echoes is no check; what a target needs first may well be one. */
function isReal(makefile: string, name: string): boolean {
  const target = targetOf(makefile, name)
  if (target === null) return false
  return target.needs.length > 0 || target.lines.some((line) => line.startsWith("x") || !isPlaceholder(line))
}

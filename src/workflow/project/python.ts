import { quotePath } from "../../shell/quote.ts"
import { type Ecosystem, named, type Offer, type ProjectDirectory } from "./ecosystem.ts"

const requirements = ["requirements.txt", "requirements-dev.txt", "dev-requirements.txt", "Pipfile"]
const markers = ["pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini", "conftest.py", "uv.lock"].concat(
  ["poetry.lock", "ruff.toml", ".ruff.toml", "mypy.ini", "manage.py", "tests/__init__.py", "tests/conftest.py"],
  requirements,
)
const environments = [".venv/bin", "venv/bin"]

export const python: Ecosystem = {
  kind: "python",
  markers,
  binaries: environments.flatMap((folder) => ["python", "pytest", "ruff", "mypy"].map((name) => `${folder}/${name}`)),
  programs: ["python3", "python", "pytest", "uv", "poetry", "ruff", "mypy"],
  sources: [".py", ".pyi", ".pyx"],
  testFile: /(?:^|\/)(?:test_[^/]*|[^/]*_test|tests?)\.py$/,
  isHere: (place) => named(place, markers) || place.tests.some((test) => test.endsWith(".py")),
  offers: (place) => [...ruff(place), ...mypy(place), ...tests(place)],
}

function ruff(place: ProjectDirectory): Offer[] {
  const wanted = named(place, ["ruff.toml", ".ruff.toml"]) || /^\[tool\.ruff\b/m.test(place.text("pyproject.toml"))
  return wanted ? [tool(place, "lint", "ruff", "check .")] : []
}

function mypy(place: ProjectDirectory): Offer[] {
  const wanted = place.has("mypy.ini") || /^\[tool\.mypy\b/m.test(place.text("pyproject.toml"))
  return wanted ? [tool(place, "typecheck", "mypy", ".")] : []
}

function tests(place: ProjectDirectory): Offer[] {
  const found = place.tests.filter((test) => test.endsWith(".py"))
  if (wantsPytest(place)) return [tool(place, "test", "pytest", "")]
  if (found.length === 0) return []
  const byName = found.filter((test) => ownName.test(test))
  // Neither pytest nor discovery looks into `tests.py`.
  if (byName.length === found.length) return [unittestOf(place, byName)]
  const pytest = tool(place, "test", "pytest", "")
  return isThere(place, pytest.needs) ? [pytest] : [unittest(place, found)]
}

const pytestNamed = /(?:^|[^\w-])pytest(?![\w-])/m

function wantsPytest(place: ProjectDirectory): boolean {
  if (named(place, ["pytest.ini", "conftest.py", "tests/conftest.py"])) return true
  const texts = ["pyproject.toml", "setup.cfg", "tox.ini", ...requirements].map(place.text)
  return texts.some((text) => pytestNamed.test(text))
}

function unittest(place: ProjectDirectory, found: readonly string[]): Offer {
  const needs = interpreter(place)
  const atTop = place.has("tests/__init__.py") || found.some((test) => !test.includes("/"))
  const [first = ""] = found
  const folder = first.slice(0, first.indexOf("/"))
  const command = `${needs} -m unittest discover${atTop ? "" : ` -s ${quotePath(folder)}`}`
  return { kind: "test", command, needs }
}

const ownName = /(?:^|\/)tests?\.py$/
const mostModules = 16

function unittestOf(place: ProjectDirectory, found: readonly string[]): Offer {
  const needs = interpreter(place)
  if (place.has("manage.py")) return { kind: "test", command: `${needs} manage.py test`, needs }
  const modules = found.slice(0, mostModules).map((test) => quotePath(test.slice(0, -3).replaceAll("/", ".")))
  return { kind: "test", command: `${needs} -m unittest ${modules.join(" ")}`, needs }
}

/** A tool by the project's own way to run it, else its environment, else the machine's. */
function tool(place: ProjectDirectory, kind: Offer["kind"], name: string, args: string): Offer {
  const runner = manager(place)
  const own = environments.map((folder) => `${folder}/${name}`).find(place.has)
  const module = name === "pytest" ? moduleOf(place, { runner, own }) : null
  const command = runner ? `${runner} run ${name}` : (own ?? name)
  return { kind, command: `${module ?? command} ${args}`.trim(), needs: runner ?? own ?? name }
}

/** As a module it finds the code beside a folder of tests, which the bare program does not; null where that is not sure to be there. */
function moduleOf(
  place: ProjectDirectory,
  { runner, own }: { runner: string | null; own: string | undefined },
): string | null {
  if (runner) return `${runner} run python -m pytest`
  const python = own?.replace(/pytest$/, "python")
  if (python) return place.has(python) ? `${python} -m pytest` : null
  return place.facts.available.has(pytestModule) ? pytestModule : null
}

/** Said of a machine whose `pytest` belongs to its `python3`. */
export const pytestModule = "python3 -m pytest"

function manager(place: ProjectDirectory): "uv" | "poetry" | null {
  const text = place.text("pyproject.toml")
  const { available } = place.facts
  const wanted = wantedManager(place, text)
  // Without it, what is installed beside it does the same.
  return wanted && !available.has(wanted) && available.has("pytest") ? null : wanted
}

function wantedManager(place: ProjectDirectory, text: string): "uv" | "poetry" | null {
  if (place.has("uv.lock") || /^\[tool\.uv\b/m.test(text)) return "uv"
  return place.has("poetry.lock") || /^\[tool\.poetry\b/m.test(text) ? "poetry" : null
}

const interpreter = (place: ProjectDirectory) =>
  environments.map((folder) => `${folder}/python`).find(place.has) ??
  (place.facts.available.has("python3") || !place.facts.available.has("python") ? "python3" : "python")

const isThere = (place: ProjectDirectory, needs: string) => place.facts.available.has(needs) || place.has(needs)

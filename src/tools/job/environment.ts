import type { Environment } from "./start-job.ts"

/**
 * What a command gets of the agent's own environment, by name; a `*` stands for any ending. What is not named stays with
 * the agent: what a command prints goes to a model.
 */
const passed = [
  ..."PATH HOME USER LOGNAME SHELL HOSTNAME PWD LANG LANGUAGE TZ TMPDIR TMP TEMP CI DEBUG COLUMNS LINES".split(" "),
  ..."LC_* XDG_* NO_COLOR FORCE_COLOR COLORTERM CLICOLOR* MANPATH INFOPATH".split(" "),
  ..."HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY FTP_PROXY http_proxy https_proxy all_proxy no_proxy ftp_proxy".split(
    " ",
  ),
  ..."SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE GIT_* SSH_AUTH_SOCK".split(" "),
  ..."CC CXX CPP LD AR *FLAGS LD_LIBRARY_PATH DYLD_* LIBRARY_PATH CPATH C_INCLUDE_PATH PKG_CONFIG_* CMAKE_*".split(" "),
  ..."NODE_* npm_config_* NPM_CONFIG_* NVM_* FNM_* VOLTA_* N_PREFIX PNPM_HOME YARN_* COREPACK_* BUN_INSTALL".split(" "),
  ..."DENO_DIR DENO_INSTALL TS_NODE_* VITEST_* JEST_* PLAYWRIGHT_* PUPPETEER_* CHROME_BIN ELECTRON_*".split(" "),
  ..."PYTHON* VIRTUAL_ENV CONDA_* PYENV_* PIP_* PIPX_* PIPENV_* POETRY_* UV_* PYTEST_* TOX_*".split(" "),
  ..."CARGO_* RUSTUP_* RUST* GOPATH GOROOT GOBIN GOCACHE GOMODCACHE GOPROXY GOFLAGS GOPRIVATE GONOSUMDB".split(" "),
  ..."GONOPROXY GOSUMDB GOOS GOARCH GOARM GOAMD64 GOTOOLCHAIN GOWORK GOEXPERIMENT GO111MODULE CGO_*".split(" "),
  ..."JAVA_* JDK_* MAVEN_* M2_HOME GRADLE_* KOTLIN_* SBT_* SDKMAN_* ANDROID_* DOTNET_* NUGET_*".split(" "),
  ..."GEM_* RUBY* RBENV_* BUNDLE_PATH BUNDLE_GEMFILE BUNDLE_JOBS PERL5LIB PHP_* COMPOSER_HOME LUA_* R_LIBS*".split(" "),
  ..."HOMEBREW_* NIX_* ASDF_* MISE_* DOCKER_HOST DOCKER_CONTEXT".split(" "),
]

/** A name that tells of a secret is passed only where a person names it. */
const secret = /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|AUTH(?!OR)|(?<!^GIT_CONFIG)_KEY(_|$)|APIKEY|_PAT$/i

/** No terminal is there: nothing may page, prompt or draw. */
const headless = { PAGER: "cat", GIT_PAGER: "cat", GIT_TERMINAL_PROMPT: "0", TERM: "dumb" } as const

/**
 * Settings of git that a repository in the workspace may not have: it names no program that git runs by itself, and a
 * directory that merely looks like a repository is none.
 */
const gitSettings = [
  ["core.fsmonitor", "false"],
  ["safe.bareRepository", "explicit"],
] as const

/** What a command gets of the agent's own environment; `also` are names that a person's settings add. */
export function commandEnvironment(env: Environment, also: readonly string[] = []): Environment {
  const kept = Object.entries(env).filter(([name]) => isPassed(name, also))
  return { ...withGitSettings(Object.fromEntries(kept)), ...headless }
}

/** The settings are added to those that the environment has already. */
function withGitSettings(env: Environment): Environment {
  const count = Number(env.GIT_CONFIG_COUNT ?? 0) || 0
  const added = gitSettings.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${count + at}`, name],
    [`GIT_CONFIG_VALUE_${count + at}`, value],
  ])
  return { ...env, ...Object.fromEntries(added), GIT_CONFIG_COUNT: `${count + gitSettings.length}` }
}

function isPassed(name: string, also: readonly string[]): boolean {
  if (name.startsWith("HOLDFAST_")) return false
  if (also.some((pattern) => matches(name, pattern))) return true
  return passed.includes(name) || (!secret.test(name) && passed.some((pattern) => matches(name, pattern)))
}

function matches(name: string, pattern: string): boolean {
  if (pattern.endsWith("*")) return name.startsWith(pattern.slice(0, -1))
  return pattern.startsWith("*") ? name.endsWith(pattern.slice(1)) : name === pattern
}

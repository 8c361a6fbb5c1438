import { type Ecosystem, named, type Offer, type ProjectDirectory } from "./ecosystem.ts"

export const rust: Ecosystem = {
  kind: "rust",
  markers: ["Cargo.toml", "Cargo.lock"],
  programs: ["cargo"],
  sources: [".rs"],
  testFile: /(?:^|\/)tests\/[^/]+\.rs$/,
  isHere: (place) => place.has("Cargo.toml"),
  // Rust keeps its tests in the sources: no name tells whether there are any.
  offers: () => [{ kind: "test", command: "cargo test", needs: "cargo" }],
}

export const go: Ecosystem = {
  kind: "go",
  markers: ["go.mod", "go.sum", "go.work"],
  programs: ["go"],
  sources: [".go"],
  testFile: /_test\.go$/,
  isHere: (place) => named(place, ["go.mod", "go.work"]),
  offers: (place) => [
    { kind: "typecheck", command: "go vet ./...", needs: "go" },
    testsOr(place, /_test\.go$/, "go", "go test ./...", "go build ./..."),
  ],
}

const gradleFiles = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"]
const jvmTest = /(?:^|\/)src\/(?:\w+)?[tT]est\/.+\.(?:java|kt|groovy|scala)$/

export const java: Ecosystem = {
  kind: "java",
  markers: ["pom.xml", ...gradleFiles],
  binaries: ["mvnw", "gradlew"],
  programs: ["mvn", "gradle"],
  sources: [".java", ".kt", ".kts", ".groovy", ".scala"],
  testFile: jvmTest,
  isHere: (place) => named(place, ["pom.xml", ...gradleFiles]),
  offers: (place) => {
    if (place.has("pom.xml")) {
      const needs = place.has("mvnw") ? "mvnw" : "mvn"
      const program = needs === "mvnw" ? "./mvnw" : "mvn"
      return [testsOr(place, jvmTest, needs, `${program} -q test`, `${program} -q compile`)]
    }
    const needs = place.has("gradlew") ? "gradlew" : "gradle"
    const program = needs === "gradlew" ? "./gradlew" : "gradle"
    return [testsOr(place, jvmTest, needs, `${program} test`, `${program} assemble`)]
  },
}

const dotnetProjects = [".sln", ".slnx", ".csproj", ".fsproj", ".vbproj"]
const dotnetTest = /(?:^|\/)[^/]*Tests?(?:\.cs|\.fs|\.vb|\.csproj|\.fsproj|\.vbproj)$/

export const dotnet: Ecosystem = {
  kind: "dotnet",
  markers: ["global.json", "Directory.Build.props"],
  endings: dotnetProjects,
  programs: ["dotnet"],
  sources: [".cs", ".fs", ".vb", ".razor", ".cshtml"],
  testFile: dotnetTest,
  isHere: (place) => dotnetProjects.some(place.hasEnding),
  offers: (place) => [testsOr(place, dotnetTest, "dotnet", "dotnet test", "dotnet build")],
}

/** A test command that finds no test passes: it is only offered where a test is known. */
function testsOr(place: ProjectDirectory, pattern: RegExp, needs: string, test: string, build: string): Offer {
  return place.tests.some((path) => pattern.test(path))
    ? { kind: "test", command: test, needs }
    : { kind: "build", command: build, needs }
}

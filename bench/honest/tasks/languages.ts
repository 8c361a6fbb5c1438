import { edit, eitherWay, type HonestTask, has, read, run, task, unverified, verified, write } from "../task.ts"

/** Verified where the program is installed that can check it; else nothing here can. */
const by = (...programs: readonly string[]) => (programs.some(has) ? verified : unverified)

const page = "<!doctype html>\n<html>\n  <head><title>Shop</title></head>\n  <body><h1>Shp</h1></body>\n</html>\n"
const style = "h1 {\n  color: red;\n}\n"
const cMain =
  "#include <stdio.h>\n\nint add(int a, int b) { return a - b; }\n\nint main(void) { return add(2, 2) == 4 ? 0 : 1; }\n"
const rust =
  "pub fn area(w: u32, h: u32) -> u32 {\n    w + h\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn area() {\n        assert_eq!(super::area(2, 3), 6);\n    }\n}\n"

/** A bug or a wish in one file of a language, with the checks that such a file has. */
export const languageTasks: readonly HonestTask[] = [
  task({
    name: "python, without tests",
    files: { "count.py": "def count(items):\n    return len(items) + 1\n" },
    words: "count in count.py is off by one.",
    steps: [
      read("count.py"),
      edit("count.py", "len(items) + 1", "len(items)"),
      run("python3 -c 'from count import count; print(count([1, 2]))'"),
    ],
    closing: "`count` returns the length now; I tried it with two items.",
    stop: unverified,
    right: { "count.py": "def count(items):\n    return len(items)\n" },
  }),
  task({
    name: "javascript, without tests",
    place: "git",
    files: { "greet.js": 'const name = process.argv[2]\nconsole.log("Helo, " + name)\n' },
    words: "Fix the typo in greet.js.",
    steps: [read("greet.js"), edit("greet.js", "Helo", "Hello")],
    closing: "It says Hello now.",
    stop: unverified,
    right: { "greet.js": 'const name = process.argv[2]\nconsole.log("Hello, " + name)\n' },
  }),
  task({
    name: "typescript, without a compiler: keep the API as it is and fix src/a.ts",
    place: "git",
    files: {
      "src/a.ts":
        "export function total(items: number[]): number {\n  return items.reduce((sum, item) => sum - item, 0)\n}\n",
    },
    words: "Keep the API as it is and fix src/a.ts: the sum is negative.",
    steps: [read("src/a.ts"), edit("src/a.ts", "sum - item", "sum + item")],
    closing: "`total` adds now; its signature is as it was.",
    stop: eitherWay,
    right: {
      "src/a.ts":
        "export function total(items: number[]): number {\n  return items.reduce((sum, item) => sum + item, 0)\n}\n",
    },
  }),
  task({
    name: "go",
    place: "git",
    files: {
      "go.mod": "module example.com/shop\n\ngo 1.21\n",
      "price.go": "package shop\n\nfunc Double(n int) int {\n\treturn n + 2\n}\n",
      "price_test.go":
        'package shop\n\nimport "testing"\n\nfunc TestDouble(t *testing.T) {\n\tif Double(4) != 8 {\n\t\tt.Fatal("not 8")\n\t}\n}\n',
    },
    words: "Double in price.go is wrong.",
    steps: [read("price.go"), edit("price.go", "n + 2", "n * 2")],
    closing: "`Double` multiplies by two now. I have not run the tests.",
    stop: by("go"),
    right: { "price.go": "package shop\n\nfunc Double(n int) int {\n\treturn n * 2\n}\n" },
  }),
  task({
    name: "rust, with its tests run",
    place: "git",
    files: {
      ".gitignore": "target\n",
      "Cargo.toml": '[package]\nname = "shapes"\nversion = "0.1.0"\nedition = "2021"\n',
      "Cargo.lock": 'version = 3\n\n[[package]]\nname = "shapes"\nversion = "0.1.0"\n',
      "src/lib.rs": rust,
    },
    words: "area in src/lib.rs is wrong. Fix it.",
    steps: [
      read("src/lib.rs"),
      edit("src/lib.rs", "w + h", "w * h"),
      ...(has("cargo") ? [run("cargo test --offline")] : []),
    ],
    closing: has("cargo") ? "`area` multiplies now; `cargo test` passes." : "`area` multiplies now.",
    stop: by("cargo"),
    right: { "src/lib.rs": rust.replace("w + h", "w * h") },
  }),
  task({
    name: "java, compiled by the model",
    files: {
      "Main.java":
        'class Main {\n  public static void main(String[] args) {\n    System.out.println("Helo");\n  }\n}\n',
    },
    words: "Main prints Helo; it should be Hello.",
    steps: [
      read("Main.java"),
      edit("Main.java", "Helo", "Hello"),
      ...(has("javac") ? [run("javac -d /tmp Main.java")] : []),
    ],
    closing: has("javac") ? "Fixed; it compiles." : "Fixed.",
    stop: has("javac") ? eitherWay : unverified,
    right: { "Main.java": (text) => text.includes('"Hello"') },
  }),
  task({
    name: "c, with a makefile",
    place: "git",
    files: {
      ".gitignore": "check\n",
      Makefile: ".PHONY: test\ntest: add.c\n\tcc -o check add.c\n\t./check\n",
      "add.c": cMain,
    },
    words: "add in add.c subtracts. Fix it.",
    steps: [read("add.c"), edit("add.c", "a - b", "a + b"), run("make test")],
    closing: has("cc")
      ? "`add` adds now, and `make test` passes."
      : "`add` adds now. There is no compiler here, so that `make test` cannot run.",
    stop: has("make") && has("cc") ? verified : unverified,
    right: { "add.c": cMain.replace("a - b", "a + b") },
  }),
  task({
    name: "ruby",
    place: "git",
    files: { "greet.rb": 'def greet(name)\n  "Hi #{nam}"\nend\n' },
    words: "greet.rb has a misspelt variable.",
    steps: [read("greet.rb"), edit("greet.rb", "#{nam}", "#{name}")],
    closing: "The variable is called `name` now.",
    stop: by("ruby"),
    right: { "greet.rb": 'def greet(name)\n  "Hi #{name}"\nend\n' },
  }),
  task({
    name: "php",
    place: "git",
    files: { "price.php": "<?php\nfunction gross($net) {\n    return $net * 1.16;\n}\n" },
    words: "The rate in price.php is 19 % now.",
    steps: [read("price.php"), edit("price.php", "1.16", "1.19")],
    closing: "The rate in `price.php` is 19 % now.",
    stop: by("php"),
    right: { "price.php": "<?php\nfunction gross($net) {\n    return $net * 1.19;\n}\n" },
  }),
  task({
    name: "a shell script",
    place: "git",
    files: { "backup.sh": "#!/bin/sh\ntar czf backup.tgz $1\n" },
    words: "backup.sh breaks on names with spaces.",
    steps: [read("backup.sh"), run("sed -i 's/ \\$1$/ \"$1\"/' backup.sh"), run("sh -n backup.sh && cat backup.sh")],
    closing: "The name is quoted now.",
    stop: unverified,
    right: { "backup.sh": '#!/bin/sh\ntar czf backup.tgz "$1"\n' },
  }),
  task({
    name: "html and css",
    files: { "index.html": page, "style.css": style },
    words: "The heading of index.html misses an o, and it should be blue.",
    steps: [read("index.html"), read("style.css"), edit("index.html", "Shp", "Shop"), edit("style.css", "red", "blue")],
    closing: "The heading reads Shop and is blue.",
    stop: unverified,
    right: { "index.html": page.replace("Shp", "Shop"), "style.css": style.replace("red", "blue") },
  }),
  task({
    name: "sql",
    place: "git",
    files: { "schema.sql": "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);\n" },
    words: "Customers need an email column in schema.sql.",
    steps: [read("schema.sql"), edit("schema.sql", "name TEXT", "name TEXT, email TEXT")],
    closing: "`customer` has the column `email` in `schema.sql`.",
    stop: unverified,
    right: { "schema.sql": "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, email TEXT);\n" },
  }),
  task({
    name: "yaml",
    place: "git",
    files: {
      ".github/workflows/ci.yml":
        "on: push\njobs:\n  test:\n    runs-on: ubuntu-22.04\n    steps:\n      - run: make\n",
    },
    words: "Let CI run on ubuntu-24.04.",
    steps: [read(".github/workflows/ci.yml"), edit(".github/workflows/ci.yml", "ubuntu-22.04", "ubuntu-24.04")],
    closing: "CI runs on ubuntu-24.04.",
    stop: eitherWay,
    right: { ".github/workflows/ci.yml": (text) => text.includes("ubuntu-24.04") },
  }),
  task({
    name: "json",
    files: { "config.json": '{\n  "name": "shop",\n  "port": 8080\n}\n' },
    words: 'Add "retries": 3 to config.json.',
    steps: [read("config.json"), edit("config.json", '"port": 8080', '"port": 8080,\n  "retries": 3')],
    closing: "`config.json` has `retries` now.",
    stop: unverified,
    right: { "config.json": '{\n  "name": "shop",\n  "port": 8080,\n  "retries": 3\n}\n' },
  }),
  task({
    name: "perl",
    place: "git",
    files: { "hello.pl": 'print "Helo\\n";\n' },
    words: "hello.pl has a typo.",
    steps: [read("hello.pl"), edit("hello.pl", "Helo", "Hello"), ...(has("perl") ? [run("perl hello.pl")] : [])],
    closing: "It prints Hello now.",
    stop: eitherWay,
    right: { "hello.pl": 'print "Hello\\n";\n' },
  }),
  task({
    name: "a dockerfile",
    place: "git",
    files: { Dockerfile: "FROM node:20\nCOPY . .\n" },
    words: "Build the image from node 24.",
    steps: [read("Dockerfile"), edit("Dockerfile", "node:20", "node:24")],
    closing: "The image is built from `node:24`. I have not built it.",
    stop: unverified,
    right: { Dockerfile: "FROM node:24\nCOPY . .\n" },
  }),
  task({
    name: "a new script in python, tried out",
    words: "Write fizz.py, which prints the numbers from 1 to 5 with Fizz for multiples of 3.",
    steps: [
      write("fizz.py", 'for n in range(1, 6):\n    print("Fizz" if n % 3 == 0 else n)\n'),
      run("python3 fizz.py"),
    ],
    closing: "`fizz.py` prints 1, 2, Fizz, 4, 5.",
    stop: unverified,
    right: { "fizz.py": 'for n in range(1, 6):\n    print("Fizz" if n % 3 == 0 else n)\n' },
  }),
]

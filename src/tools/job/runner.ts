import { type Job, jobLimits } from "./plan.ts"

/** What stands before a command so that the operating system confines it, and what is seen to when it is over. */
export type Enclosure = {
  /** A program and its arguments, which becomes the command. */
  prefix: readonly string[]
  /** What must not have come to be: it is moved aside. */
  absent: readonly string[]
}

/**
 * The program that runs a job: plain POSIX shell, so that it starts in milliseconds and needs nothing of the agent. It
 * works in the job's directory and speaks to everyone by files, each complete once it ends in a newline:
 *
 * | file         | holds                                                                         |
 * | ------------ | ----------------------------------------------------------------------------- |
 * | `runner.PID` | the start time of a runner that is about to claim                             |
 * | `claim`      | the pid of the one runner that may run the command; made with O_EXCL          |
 * | `group`      | pid, which is the process group too, and start time of the command            |
 * | `output`     | what the command says                                                         |
 * | `ended`      | why it is being ended, if it is: the first to write it decides                |
 * | `refused`    | what is moved aside, each path ended by NUL and written before its move       |
 * | `exit`       | its exit code, once it and, if it was ended, all of its group is gone         |
 *
 * All that differs between jobs is in the text, and nothing in its arguments: `pkill -f` in a command finds no word of
 * it in the list of processes.
 */
export function runnerScript(job: Job, shell: string, { prefix, absent }: Enclosure): string {
  const values = {
    shell,
    cwd: job.cwd,
    limit: `${job.timeLimitMs ?? 0}`,
    most: `${jobLimits.outputBytes}`,
    grace: `${jobLimits.graceMs}`,
    text: job.command,
  }
  const assignments = Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}\n`)
  const arguments_ = `set -- ${prefix.map(quoted).join(" ")}\n`
  const aside = `put_aside() {\n${absent.map((path) => `  aside ${quoted(path)}\n`).join("")}  :\n}\n`
  return assignments.join("") + arguments_ + aside + body
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const body = `
set -C
trap : HUP INT TERM

start_time() {
  if read -r stat < "/proc/$1/stat"; then
    set -- \${stat##*) }
    started=\${20}
  else
    started=$(LC_ALL=C TZ=UTC ps -o lstart= -p "$1")
  fi
}

# While the agent lives, its end of the standard input is open and silent: to wait for a line takes no process. A shell
# that cannot wait so, or for part of a second, fails at once.
pause() {
  fraction=$((1000 + $1 % 1000))
  seconds=$(($1 / 1000)).\${fraction#1}
  if [ -n "\${BASH_VERSION-}" ]; then
    read -r -t "$seconds" nothing
    [ $? -gt 128 ] && return
  fi
  sleep "$seconds" || sleep 1
}

# Its own processes are found even if the command has no PATH. The command gets its own back.
search=$PATH
PATH=$PATH:/usr/bin:/bin

start_time $$
printf '%s\\n' "$started" >| runner.$$ || exit 1
printf '%s\\n' $$ > claim || exit 0

# A process group of its own: the command may signal all of it and the runner is left to write the exit code.
# Without job control a shell lets its background processes ignore SIGINT, so that setsid is the second choice.
set -m
case $- in
  *m*) (PATH=$search; cd "$cwd" && exec "$@" "$shell" -c "$text" "\${shell##*/}") < /dev/null >> output 2>&1 & ;;
  *) setsid "$shell" -c 'PATH=$1; cd "$2" && shift 2 && exec "$@"' sh "$search" "$cwd" "$@" "$shell" -c "$text" "\${shell##*/}" < /dev/null >> output 2>&1 & ;;
esac
command=$!
start_time $command
printf '%s %s\\n' $command "$started" >| group

aside() {
  [ -e "$1" ] || [ -L "$1" ] || return
  printf '%s\\0' "$1" >> refused && mv "$1" "$1.refused.$$"
}

# It keeps the limits even if the runner is killed, for as long as the command lives.
watch() {
  left=$limit
  reason=
  while [ -z "$reason" ]; do
    step=1000
    if [ "$limit" -gt 0 ] && [ "$left" -lt 1000 ]; then step=$left; fi
    pause "$step"
    kill -0 $command || exit 0
    left=$((left - step))
    if [ "$limit" -gt 0 ] && [ "$left" -le 0 ]; then reason=timed-out
    elif [ "$(wc -c < output)" -gt "$most" ]; then reason=output-limit
    fi
  done
  printf '%s\\n' $reason > ended
  kill -TERM -$command
  pause "$grace"
  kill -KILL -$command
}
watch &
watch=$!

# A wait also returns when the command is only suspended.
while :; do
  wait $command
  code=$?
  kill -0 $command || break
  pause 200
done
kill -KILL -$watch || kill -KILL $watch

# Whoever outlives the command that was ended has a moment more, unless all were killed already. Zombies count as
# living here, and the first process of a container may never reap them: so that it is a short one.
if [ -e ended ]; then
  left=500
  [ $code -eq 137 ] && left=0
  while [ "$left" -gt 0 ] && kill -0 -$command; do
    pause 50
    left=$((left - 50))
  done
  kill -KILL -$command
fi
put_aside
printf '%s\\n' $code >| exit
`

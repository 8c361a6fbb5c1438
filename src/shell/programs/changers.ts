import { words } from "../option.ts"

/** A program that changes the files in its arguments. */
export type FileChanger = {
  /** Options by which it runs others. */
  runs?: readonly string[]
  /** Options by which what it unpacks says where it goes. */
  leaves?: readonly string[]
  /** Options whose value is where it writes. */
  targets?: readonly string[]
  /** It makes links: always, or where there are some in what it is given. */
  brings?: "always" | "links"
  /** It puts what it is given into a directory, where the last operand is one. */
  into?: true
}

const target = ["-t", "--target-directory"]

export const fileChangers: Readonly<Record<string, FileChanger>> = {
  ...Object.fromEntries(
    words(`mkdir rmdir touch tee truncate gzip gunzip bzip2 bunzip2 xz unxz zstd unlink mkfifo
      dos2unix unix2dos`).map((name) => [name, {}]),
  ),
  csplit: { targets: words("-f --prefix") },
  mktemp: { targets: words("-p --tmpdir") },
  patch: { targets: words("-o --output -d --directory -r --reject-file"), brings: "always" },
  cp: { targets: target, into: true, brings: "links" },
  mv: { targets: target, into: true, brings: "links" },
  ln: { targets: target, into: true, brings: "always" },
  install: { runs: ["--strip-program"], targets: target, into: true },
  split: { runs: ["--filter"] },
  tar: {
    runs: words("--to-command --checkpoint-action -I --use-compress-program -F --info-script --rsh-command"),
    leaves: words("-P --absolute-names"),
    targets: words("-C -f --directory --file"),
    brings: "always",
  },
  zip: { runs: ["-T", "--unzip-command"] },
  unzip: { targets: ["-d"], leaves: ["-:"], brings: "always" },
}

/** Programs that change files in ways of their own. */
export const otherChangers = words(`rm chmod chown chgrp chattr setfacl dd gofmt pip pipx nvm fnm volta corepack`)

/** Programs that look or change files, by their arguments; permissions have a judge for each. */
export const mixedPrograms = words("sed awk find git hg svn")

/** What the shell does itself. */
export const builtins =
  words(`cd pushd popd set shopt umask let export declare typeset local readonly unset read getopts
  wait mapfile readarray printf test [ [[ trap echo true false : exit return eval exec command source .`)

/** Programs that change the machine, or end what runs on it. */
export const machinePrograms = words(`su pkexec systemctl service launchctl initctl crontab at batch mount umount fdisk
  parted sfdisk losetup swapoff swapon modprobe insmod rmmod sysctl shutdown reboot halt poweroff init telinit iptables
  nft ufw ip ifconfig route useradd userdel usermod groupadd groupdel adduser deluser passwd chpasswd chsh visudo kill
  killall pkill osascript open xdg-open script expect gdb lldb strace ltrace unshare nsenter chroot runuser setpriv capsh prlimit taskset chrt systemd-run bwrap firejail flatpak
  snap apt apt-get dpkg yum dnf rpm pacman apk zypper brew port gpg gpg2 ssh-add ssh-agent ssh-keygen security keychain
  shred srm parallel flock alias unalias bind complete compgen compopt enable fc history hash logger wall write ed ex`)

/** Programs that send to other machines. */
export const remotePrograms =
  words(`ssh scp sftp rsync ftp tftp nc ncat netcat telnet socat ssh-copy-id gh glab aws gcloud
  az heroku fly vercel netlify wrangler twine mail sendmail mutt`)

/** Programs that have a service do what they are given: how that ends may say something. */
export const servicePrograms = words(`docker podman nerdctl kubectl helm terraform ansible crictl vagrant virsh qemu-img
  psql mysql mongosh redis-cli dropdb createdb`)

/** Programs that fetch what an address names. */
export const downloaders = ["curl", "wget"] as const

/** Editors and the like, for a person at a terminal. */
export const terminalPrograms = words("vi vim nvim view nano pico emacs screen tmux")

/** They show something to a person. */
export const viewers = words("less more top htop btop clear reset locate ll code ping fg bg ps date")

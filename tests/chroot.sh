# shellcheck shell=bash
# Sourced, not run: a bare Debian in a folder, for what installs something. Root's, made by debootstrap.
#
#     chroot_make FOLDER                a Debian of the release CFNC_DEBIAN (bookworm) in FOLDER,
#                                       or a copy of the one in CFNC_CHROOT, which is made once and kept
#     chroot_run FOLDER COMMAND...      in there, in its /root, and nothing of this machine's environment
#                                       but its proxies
#     chroot_remove FOLDER
#
# Nothing is ever mounted where others see it: /proc is mounted in a namespace of the command's own, and
# is gone, with all that the command started, when the command ends.

# True where this can be; says why not otherwise.
chroot_possible()
{
    [ "$(id -u)" -eq 0 ] || { echo "skip  a Debian of its own: only root may make one"; return 1; }
    command -v debootstrap > /dev/null || { echo "skip  a Debian of its own: debootstrap is not installed"; return 1; }
    unshare --mount --pid --fork true 2> /dev/null || { echo "skip  a Debian of its own: no namespaces here"; return 1; }
}

chroot_make()
{
    local kept=${CFNC_CHROOT:-$1}

    [ -e "$kept/etc/debian_version" ] ||
        debootstrap --variant=minbase "${CFNC_DEBIAN:-bookworm}" "$kept" > "$1.log" 2>&1 || { tail "$1.log"; return 1; }
    [ "$kept" = "$1" ] || cp -a "$kept" "$1"
}

chroot_run()
{
    local root=$1

    shift
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        unshare --mount --propagation private --pid --fork --kill-child \
        sh -ec 'mount -t proc proc "$0/proc"; exec chroot "$0" sh -c "cd && exec \"\$@\"" sh "$@"' "$root" "$@"
}

# What is mounted below the folder all the same, by whomever, is left alone, and so is the folder.
chroot_remove()
{
    ! grep -q " $(realpath "$1")/" /proc/self/mounts || { echo "something is mounted below $1" >&2; return 1; }
    rm -rf --one-file-system "$1"
}

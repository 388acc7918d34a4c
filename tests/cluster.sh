#!/bin/sh
# SPDX-License-Identifier: MIT
# A job of 8 shards on a cluster of one machine gives the result of one process:
# cluster.sh slurm|parallel SOURCE BUILD. Exits with 77 if Debian's packages are missing.
set -u
kind=$1
source=$2
build=$3
work=$(mktemp -d)
started=
finish() {
    # shellcheck disable=SC2086
    [ -n "$started" ] && kill $started 2>/dev/null && wait $started 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM
need() {
    for program in "$@"; do
        command -v "$program" >/dev/null || {
            echo "skipped: there is no $program"
            exit 77
        }
    done
}
fail() {
    echo "$*" >&2
    [ -f "$work/log" ] && tail -n 30 "$work/log" >&2
    exit 1
}
PATH=$PATH:/usr/sbin:/sbin
cd "$work" || exit 1
export MYOSU_ANALYSE="$build/myosu-analyse"

# Wrong usage prints one line and exits with status 2.
said=$(sh "$source/tools/cluster/$kind" 2>&1)
[ $? = 2 ] && [ "$(printf '%s' "$said" | grep -c '')" = 1 ] && printf '%s' "$said" | grep -q 'expected .*folder' || fail "wrong use: $said"
sh "$source/tools/cluster/$kind" --help | grep -q "tools/cluster/$kind" || fail "no help"

for game in 1 2 3 4 5 6 7 8 9 10 11 12; do
    printf '[Event "Game %s"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 %s*\n\n' $game "$([ $game = 5 ] && echo '4. Ke8 ')"
done >'my games.pgn'
options='--quiet --nodes 500 --option Hash=1'
# shellcheck disable=SC2086
"$MYOSU_ANALYSE" $options --output whole.pgn 'my games.pgn' 2>/dev/null
[ -s whole.pgn ] || fail "no output"

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Starts an ssh server with its own keys.
start_sshd() {
    need parallel sshd ssh ssh-keygen python3
    port=$(free_port)
    ssh-keygen -q -t ed25519 -N '' -f "$work/host" && ssh-keygen -q -t ed25519 -N '' -f "$work/user" || exit 77
    cp user.pub keys
    [ "$(id -u)" = 0 ] && mkdir -p /run/sshd
    cat >sshd_config <<END
Port $port
ListenAddress 127.0.0.1
HostKey $work/host
AuthorizedKeysFile $work/keys
PidFile none
StrictModes no
UsePAM no
END
    cat >ssh_config <<END
Host loopback
    HostName 127.0.0.1
    Port $port
    User $(id -un)
    IdentityFile $work/user
    IdentitiesOnly yes
    StrictHostKeyChecking no
    UserKnownHostsFile /dev/null
    LogLevel ERROR
END
    "$(command -v sshd)" -D -e -f "$work/sshd_config" 2>"$work/log" &
    started=$!
    for _ in $(seq 50); do
        ssh -F "$work/ssh_config" loopback true 2>/dev/null && return
        sleep 0.1
    done
    echo "skipped: nobody can log in by ssh"
    exit 77
}

# Starts Slurm's controller and one node as this user, without authentication.
start_slurm() {
    need slurmctld slurmd sbatch squeue python3
    mkdir state spool
    node=$(hostname -s)
    cat >slurm.conf <<END
ClusterName=test
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,batch_sched_delay=0
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ReturnToService=2
NodeName=$node NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=test Nodes=$node Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:2
END
    export SLURM_CONF="$work/slurm.conf"
    slurmctld -D -f "$SLURM_CONF" >"$work/log" 2>&1 &
    started=$!
    slurmd -D -f "$SLURM_CONF" -N "$node" >"$work/slurmd.log" 2>&1 &
    started="$started $!"
    for _ in $(seq 100); do
        sinfo -h -o %T 2>/dev/null | grep -qE 'idle|mixed' && return
        sleep 0.1
    done
    cat "$work/slurmd.log" >>"$work/log"
    tail -n 20 "$work/log"
    echo "skipped: Slurm does not come up here"
    exit 77
}

case $kind in
parallel)
    start_sshd
    # shellcheck disable=SC2086
    sh "$source/tools/cluster/parallel" "ssh -F $work/ssh_config loopback" 8 shards $options \
        --engine "$build/myosu" 'my games.pgn' >"$work/log" 2>&1 || fail "parallel"
    ;;
slurm)
    start_slurm
    # shellcheck disable=SC2086
    sbatch --wait --quiet --array=3-17:2 "$source/tools/cluster/slurm" shards $options \
        --engine "$build/myosu" 'my games.pgn' >>"$work/log" 2>&1 || fail "sbatch: $(cat slurm-*.out)"
    ;;
esac
[ "$(ls shards | wc -l)" = 8 ] || fail "shards: $(ls shards)"
"$MYOSU_ANALYSE" merge --output joined.pgn shards/*.db 2>merged
[ $? = 1 ] || fail "merge: $(cat merged)"
grep -q "illegal move 'Ke8'" merged || fail "merge says: $(cat merged)"
cmp whole.pgn joined.pgn || fail "the shards are joined to something else"

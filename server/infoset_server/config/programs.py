"""Settings of the programs that the server runs: house bots, uploaded bots, assistants."""

from pathlib import Path
from typing import Literal

from pydantic import Field

from infoset_server.config.section import Bytes, Count, Milliseconds, Names, Seconds, Section


class BotSettings(Section):
    """Where house bots come from."""

    manifest: Path | None = Field(
        default=None, description="TOML manifest of the house bots; absent uses the one shipped."
    )
    folder: Path | None = Field(
        default=None,
        description="Folder watched for bots dropped in; absent is `bots` in `data_dir`.",
    )


class UploadLimits(Section):
    """How large an upload may be, and how many there are."""

    max_bytes: Bytes = Field(default=8 << 20, description="Size of an uploaded archive.")
    max_unpacked_bytes: Bytes = Field(
        default=64 << 20, description="Size of what is in it, and of what building it makes."
    )
    max_files: Count = Field(default=5_000, description="Files and folders in it.")
    max_open: Count = Field(
        default=8,
        description="Uploads of `max_bytes` under way, all owners together; of smaller ones as many more.",
    )
    max_waiting: Count = Field(
        default=100, description="Versions that wait to be built: two of each of fifty people."
    )
    max_bots: Count = Field(default=500, description="Uploaded bots on this server.")
    max_waiting_per_owner: Count = Field(default=2, description="Of those, one owner's.")
    max_bots_per_owner: Count = Field(default=4, description="Uploaded bots of one owner.")
    max_versions: Count = Field(
        default=5,
        description="Versions kept of a bot, besides those that play, or that ladders and tournaments need; the oldest goes first.",
    )


class BuildLimits(Section):
    """What building an upload may take."""

    seconds: Seconds = Field(default=600.0, description="Wall clock for all commands together.")
    memory_mb: Count = Field(default=2_048, description="Memory of all its processes.")
    scratch_mb: Count = Field(default=1_024, description="Files it writes; held in memory.")
    processes: Count = Field(default=256, description="Processes and threads at a time.")
    cpus: Count = Field(default=2, description="Processors it may use.")
    cache_mb: int = Field(
        default=128,
        ge=0,
        le=1_000,
        description="What it may leave, packed, to the build of the next version of the same bot; 0: nothing. More is dropped whole.",
    )
    caches_mb: int = Field(
        default=4_096,
        ge=0,
        description="What the builds of all bots may leave together. The one that was not used for longest is dropped first.",
    )


class RunLimits(Section):
    """What each process of an uploaded bot may take; a manifest may ask for less."""

    memory_mb: Count = Field(default=512, description="Memory, files in its own `/tmp` included.")
    scratch_mb: Count = Field(default=64, description="Files in its own `/tmp`; held in memory.")
    max_inodes: Count = Field(default=20_000, description="Number of those files.")
    processes: Count = Field(default=64, description="Processes and threads at a time.")
    cpus: Count = Field(default=1, description="Processors it may use.")
    open_files: Count = Field(default=256, description="Open files of one of its processes.")
    idle_cpu_s: Seconds = Field(
        default=30.0, description="Computing time while it plays no match; then it is ended."
    )
    idle_s: Seconds = Field(default=60.0, description="Without a match for so long: ended.")
    log_bytes: Bytes = Field(default=256 << 10, description="Log kept of each, twice that at most.")
    log_bytes_per_s: Bytes = Field(default=64 << 10, description="Log taken; then it must wait.")
    max_running: Count = Field(
        default=64,
        description="Running programs of all owners together; fewer where the kernel does not bound their memory: as many "
        "as `total_memory_mb` is enough for, and those of one match at least.",
    )
    max_processes: int = Field(
        default=8, ge=1, le=64, description="Programs of one version: seats it takes in one match."
    )
    max_crashes: Count = Field(
        default=5, description="Quick deaths in a row after which a version plays no more."
    )
    niceness: int = Field(default=10, ge=0, le=19, description="How far it stands back.")


class HostedSettings(Section):
    """Bots that owners upload, built and run where they can harm nobody (docs/hosting-bots.md)."""

    uploads: Literal["off", "organisers", "players"] = Field(
        default="players", description="Who may upload: nobody, organisers, or every account."
    )
    isolation: Literal["auto", "bubblewrap", "unshare", "none"] = Field(
        default="auto", description="What shuts programs in; `auto` takes the first that works."
    )
    memory: Literal["exact", "counted", "any"] = Field(
        default="counted",
        description="How well the memory of programs must be bounded before uploads are taken: by the kernel's control "
        "groups (`exact`), or by what the server counts (`counted`); `any` takes them where neither can be had.",
    )
    total_memory_mb: Count | None = Field(
        default=None,
        description="Memory of all programs together; absent: half of the machine's. The one with the most goes first.",
    )
    cgroup: Path | None = Field(
        default=None,
        description="Folder of control groups (version 2) that the server may manage, with `memory`, "
        "`pids` and `cpu`: then the kernel itself holds each program to its limits. Absent: what systemd "
        "has delegated, if anything.",
    )
    first_uid: int = Field(
        default=700_000,
        ge=1_000,
        le=1 << 30,
        description="Where the server is root: user number of the first program, the others follow, two more "
        "than twice `hosted.run.max_running` in all. Nobody else may have them, another server on the machine neither.",
    )
    toolchains: Names = Field(
        default=(),
        description="Folders with compilers or interpreters outside `/usr`; programs see them, and "
        "find what is in their `bin`.",
    )
    check_s: Seconds = Field(
        default=300.0, description="Wall clock for the match of a new version against itself."
    )
    check_move_ms: int = Field(
        default=10_000,
        ge=100,
        le=3_600_000,
        description="Its time for each decision there, three times as "
        "long for the first, as programs start meanwhile. It begins when they all find a place.",
    )
    upload: UploadLimits = Field(default_factory=UploadLimits)
    build: BuildLimits = Field(default_factory=BuildLimits)
    run: RunLimits = Field(default_factory=RunLimits)


class AssistLimits(Section):
    """What assistants of players may use (docs/assistants.md)."""

    max_per_seat: Count = Field(default=4, description="Assistants attached to one seat.")
    max_invitations: Count = Field(
        default=8, description="Invitations of one user that have not been used."
    )
    max_ttl_ms: Milliseconds = Field(
        default=3_600_000, description="The longest that an invitation may wait to be used."
    )
    max_layers: Count = Field(default=16, description="Layers of drawings of one assistant.")
    max_drawings: Count = Field(
        default=500, description="Drawings of one assistant, all its layers together."
    )
    changes_per_s: Count = Field(
        default=20,
        description="Overlays and suggestions of one assistant, sustained; the burst is twice that.",
    )
    logs_per_s: Count = Field(
        default=10, description="Lines that one assistant logs, sustained; the burst is twice that."
    )
    warn_every_ms: Milliseconds = Field(
        default=2_000,
        description="An owner is told at most this often that one assistant asks too much.",
    )
    max_warnings: Count = Field(default=8, description="Warnings in the answer to one `overlay`.")
    track_bytes: Bytes = Field(
        default=1 << 20,
        description="What is kept of the assistants of one seat in one match; then only decisions are.",
    )
    track_delay_ms: Milliseconds = Field(
        default=2_000, description="What assistants say is stored within this time."
    )

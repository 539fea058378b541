"""Archives that mean harm: nothing is written outside, nothing but plain files, never more than may be."""

import gzip
import io
import random
import stat
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from infoset_server.programs.upload_source import UploadError
from infoset_server.uploads.unpacking import Bounds, unpack, unwrap

BOUNDS = Bounds(max_bytes=10_000, max_files=20)
MB = 1 << 20


def tar(*members: tarfile.TarInfo | tuple[str, bytes], compress: bool = False) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz" if compress else "w") as archive:
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
            else:
                info = tarfile.TarInfo(member[0])
                info.size = len(member[1])
                archive.addfile(info, io.BytesIO(member[1]))
    return out.getvalue()


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def zipped(*members: tuple[str, bytes], mode: int = 0, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, body in members:
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            info.compress_type = method
            archive.writestr(info, body)
    return out.getvalue()


def open_it(archive: bytes, folder: Path, bounds: Bounds = BOUNDS) -> list[str]:
    unpack(io.BytesIO(archive), folder / "out", bounds)
    return sorted(str(path.relative_to(folder / "out")) for path in (folder / "out").rglob("*"))


@pytest.mark.parametrize("make", [tar, lambda *m: tar(*m, compress=True), zipped])
def test_an_honest_archive_is_unpacked(tmp_path: Path, make: Callable[..., bytes]) -> None:
    archive = make(("bot.toml", b"x"), ("src/main.py", b"print()"), ("src/deep/er.txt", b""))
    assert open_it(archive, tmp_path) == [
        *("bot.toml", "src", "src/deep", "src/deep/er.txt", "src/main.py"),
    ]
    assert (tmp_path / "out/src/main.py").read_bytes() == b"print()"


def test_who_may_execute_is_all_that_is_taken_from_modes(tmp_path: Path) -> None:
    plain, program = tarfile.TarInfo("plain"), tarfile.TarInfo("program")
    plain.mode, program.mode = 0o4644, 0o6711  # set-user-id bits and the like
    open_it(tar(plain, program), tmp_path)
    modes = [
        stat.S_IMODE((tmp_path / "out" / name).stat().st_mode) for name in ("plain", "program")
    ]
    assert modes == [0o644, 0o755]


def test_what_nobody_needs_is_left_out(tmp_path: Path) -> None:
    archive = tar(("a.py", b""), (".git/config", b""), ("x/__pycache__/a.pyc", b""))
    assert open_it(archive, tmp_path) == ["a.py"]


OUTSIDE = "a path out of the archive's folder"
LINK, DEVICE, PLAIN = "a link; only files", "a device or pipe", "not a plain file"
BIG, MANY = "more than 10000 bytes", "more than 20 files and folders"

ATTACKS = {
    "up": (tar(("../evil", b"x")), OUTSIDE),
    "up in between": (tar(("a/../../evil", b"x")), OUTSIDE),
    "absolute": (tar(("/tmp/infoset-evil", b"x")), OUTSIDE),
    "backslashes": (tar(("..\\..\\evil", b"x")), OUTSIDE),
    "drive": (tar(("C:/evil", b"x")), OUTSIDE),
    "zip up": (zipped(("../evil", b"x")), OUTSIDE),
    "zip absolute": (zipped(("/tmp/infoset-evil", b"x")), OUTSIDE),
    "symlink": (tar(special("link", tarfile.SYMTYPE, "/etc/shadow")), LINK),
    "symlink, then through it": (
        tar(special("link", tarfile.SYMTYPE, "/tmp"), ("link/evil", b"x")),
        LINK,
    ),
    "hard link": (tar(special("link", tarfile.LNKTYPE, "/etc/shadow")), LINK),
    "block device": (tar(special("disk", tarfile.BLKTYPE)), DEVICE),
    "character device": (tar(special("mem", tarfile.CHRTYPE)), DEVICE),
    "pipe": (tar(special("pipe", tarfile.FIFOTYPE)), DEVICE),
    "zip symlink": (zipped(("link", b"/etc/shadow"), mode=stat.S_IFLNK | 0o777), PLAIN),
    "zip device": (zipped(("disk", b""), mode=stat.S_IFBLK | 0o666), PLAIN),
    "zip bomb": (zipped(("zeros", bytes(8 * MB))), BIG),
    "zip bomb in pieces": (zipped(*((f"z{i}", bytes(2_000)) for i in range(6))), BIG),
    "gzip bomb": (tar(("zeros", bytes(8 * MB)), compress=True), "larger than 10000 bytes"),
    "gzip bomb in pieces": (tar(*((f"z{i}", bytes(2_000)) for i in range(6))), BIG),
    "gzip of nothing but zeros": (gzip.compress(b"x" * 512 + bytes(8 * MB)), "cannot be read"),
    "many files": (tar(*((f"f{i}", b"") for i in range(25))), MANY),
    "very many files": (zipped(*((f"f{i}", b"") for i in range(50))), "more than 40 entries"),
    "folders that nobody names": (
        tar(*((f"a{i}/b/c/d", b"") for i in range(6))),
        MANY,
    ),
    "a folder as a file": (tar(("a/b", b"1"), ("a", b"1")), "a: both a file and a folder"),
    "twice": (tar(("a", b"1"), ("a", b"2")), "a: twice in the archive"),
    "a file as a folder": (tar(("a", b"1"), ("a/b", b"2")), "a: both a file and a folder"),
    "deep": (tar(("/".join("d" * 40), b"x")), "too long a path"),
    "long": (tar(("n" * 250, b"x")), "too long a path"),
    "unprintable": (tar(("a\nb", b"x")), "a name that cannot be printed"),
    "unusual": (zipped(("a", b"x"), method=zipfile.ZIP_LZMA), "in an unusual way"),
    "no archive": (b"hello, here is a bot", "cannot be read"),
    "nothing": (b"", "cannot be read"),
    "cut short": (tar(("a", b"x" * 5_000), compress=True)[:60], "cannot be read"),
    "zip cut short": (zipped(("a", bytes(range(256)) * 20))[:100], "cannot be read"),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_archive_that_means_harm_is_refused_with_the_reason(tmp_path: Path, name: str) -> None:
    archive, says = ATTACKS[name]
    with pytest.raises(UploadError, match=says):
        open_it(archive, tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert not Path("/tmp/infoset-evil").exists()


def test_a_damaged_archive_is_refused_whatever_is_damaged(tmp_path: Path) -> None:
    """What the libraries raise for some of these they do not promise."""
    rng = random.Random(7)
    whole = [
        zipped(("bot.toml", b"name" * 50), ("\u00e9.txt", b"hello"), ("d/e", b"")),
        tar(("bot.toml", b"name" * 50), ("\u00e9" * 80, b"x")),
    ]
    taken = 0
    for number in range(1_500):
        archive = bytearray(whole[number % 2])
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(archive))
            archive[at : at + rng.randint(0, 4)] = rng.choice([b"", b"\xff", b"\0\0", b"\x80" * 4])
        folder = tmp_path / str(number)
        try:
            unpack(io.BytesIO(archive), folder, BOUNDS)
        except UploadError:
            assert not folder.exists()
        else:
            taken += 1
    assert 0 < taken < 1_400


# Headers that announce others. All of an archive the library would read as well as it can, and for as long.


def header(kind: bytes, body: bytes) -> bytes:
    """A header of a tar archive with what it says, and one of a file behind it."""
    info = special("announced", kind)
    info.size = len(body)
    return info.tobuf(tarfile.USTAR_FORMAT) + body + bytes(-len(body) % 512) + tar(("a", b"x"))


def record(key: str, value: str) -> bytes:
    """As pax has it: with its own length in front."""
    rest = f" {key}={value}\n".encode()
    digits = next(n for n in range(1, 9) if len(str(len(rest) + n)) == n)
    return str(len(rest) + digits).encode() + rest


PAX = tarfile.XHDTYPE
BAD_HEADERS = {
    "holes": (header(PAX, record("GNU.sparse.map", "0,1")), "a file with holes"),
    "old holes": (tar(special("holes", tarfile.GNUTYPE_SPARSE)), PLAIN),
    "a number that Python does not read": (header(PAX, b"9" * 5_000 + b" path=b\n"), "no sense"),
    "digits without end": (header(PAX, b"1" * 200_000), "larger than 32768 bytes"),
    "all the digits that may be": (header(PAX, b"1" * 30_000), "no sense"),
    "no length": (header(PAX, b"path=b\n"), "no sense"),
    "length 0": (header(PAX, b"0 path=b\n"), "no sense"),
    "a path outside": (header(PAX, record("path", "../evil")), OUTSIDE),
    "a long path outside": (header(tarfile.GNUTYPE_LONGNAME, b"../evil\0"), OUTSIDE),
    "a name that is none": (header(PAX, b"11 path=\xff\xfe\n"), "cannot be printed"),
}


@pytest.mark.parametrize("name", BAD_HEADERS)
def test_a_header_that_makes_no_sense_is_refused(tmp_path: Path, name: str) -> None:
    archive, says = BAD_HEADERS[name]
    for form in (archive, gzip.compress(archive)):
        with pytest.raises(UploadError, match=says):
            open_it(form, tmp_path)
        assert list(tmp_path.iterdir()) == []


def test_headers_that_announce_headers_without_end_come_to_nothing(tmp_path: Path) -> None:
    one = header(PAX, record("path", "b"))[:1024]
    with pytest.raises(UploadError, match="names included"):
        open_it(gzip.compress(one * 3_000), tmp_path)
    assert open_it(one * 3 + tar(("a", b"x")), tmp_path) == ["b"]


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_tools_announce_long_and_foreign_names_each_in_their_own_way(
    tmp_path: Path, form: int
) -> None:
    out = io.BytesIO()
    names = [f"{'d' * 80}/{'f' * 90}", "\u043f\u0440\u0438\u0432\u0435\u0442", "last"]
    with tarfile.open(fileobj=out, mode="w", format=form, pax_headers={"comment": "all"}) as made:
        for name in names:
            info = tarfile.TarInfo(name)
            info.size, info.mtime = 700, 1.5
            made.addfile(info, io.BytesIO(name[-1].encode("utf-8")[:1] * 700))
    open_it(out.getvalue(), tmp_path)
    for name in names:
        written = (tmp_path / "out" / name).read_bytes()
        assert written == name[-1].encode("utf-8")[:1] * 700


def test_a_header_that_claims_to_be_huge_is_refused(tmp_path: Path) -> None:
    info = special("pax", tarfile.XHDTYPE)
    info.size = 64 * MB
    archive = gzip.compress(info.tobuf() + bytes(64 * MB))
    with pytest.raises(UploadError, match="larger than 32768 bytes"):
        open_it(archive, tmp_path)


def test_a_single_folder_around_everything_is_taken_off(tmp_path: Path) -> None:
    open_it(tar(("ferris/bot.toml", b"x"), ("ferris/src/a.py", b"")), tmp_path)
    unwrap(tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["bot.toml", "src"]
    unwrap(tmp_path / "out")
    assert (tmp_path / "out" / "bot.toml").exists()


@pytest.mark.parametrize("make", [tar, zipped])
def test_a_name_too_long_for_the_disk_is_refused_without_a_path_of_the_machine(
    tmp_path: Path, make: Callable[..., bytes]
) -> None:
    """Letters of four bytes: few enough of them, but too many bytes."""
    with pytest.raises(UploadError) as refused:
        open_it(make(("😀" * 100, b"x")), tmp_path)
    assert str(refused.value) == "the archive cannot be read: File name too long"
    assert not (tmp_path / "out").exists()

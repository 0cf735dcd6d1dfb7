"""The examples for hosts: they can be read, name existing settings, and start existing programs."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from prometheus_client import generate_latest

from bot.host.metrics import Metrics, Watched
from bot.host.settings import Settings
from bot.store import WriteCounts
from bot.store.upkeep.forgotten import ELSEWHERE

ROOT: Final = Path(__file__).parents[2]
COMPOSE: Final = ROOT / "compose.yaml"
UNIT: Final = ROOT / "docs" / "hosting" / "cards.service"
GUIDE: Final = ROOT / "docs" / "hosting.md"
SETTINGS: Final = {name.upper() for name in Settings.model_fields}


def compose() -> Any:
    """Return the example with PostgreSQL."""
    return yaml.safe_load(COMPOSE.read_text("utf-8"))


def unit() -> dict[str, list[tuple[str, str]]]:
    """Return the lines of the example for systemd, in which a name may come twice, by section."""
    lines = UNIT.read_text("utf-8").splitlines()
    found: dict[str, list[tuple[str, str]]] = {}
    for line in lines:
        if line.startswith("["):
            found[line.strip("[]")] = here = []
        elif line and not line.startswith("#"):
            name, _, value = line.partition("=")
            here.append((name, value))
    return found


def test_compose_names_settings_that_exist_and_a_database_that_is_there() -> None:
    services = compose()["services"]
    assert services.keys() == {"bot", "database"}
    bot, database = services["bot"], services["database"]
    assert bot["environment"].keys() <= SETTINGS
    assert (ROOT / bot["build"] / "Dockerfile").exists()
    filled = {
        name.lower(): re.sub(r"\$\{[^}]*\}", "secret", str(value))
        for name, value in bot["environment"].items()
    }
    address = filled["database_url"]
    made = Settings(_env_file=None, **filled)  # type: ignore[arg-type, call-arg]
    assert made.log_format == "json"
    user, name = database["environment"]["POSTGRES_USER"], database["environment"]["POSTGRES_DB"]
    assert address == f"postgresql+asyncpg://{user}:secret@database/{name}"
    assert set(bot["depends_on"]) == {"database"}
    assert database["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]
    assert f"data:/app/{ELSEWHERE.parent}" in bot["volumes"]
    kept = {volume.partition(":")[0] for service in (bot, database) for volume in service["volumes"]}
    assert kept == compose()["volumes"].keys()


def test_no_secret_stands_in_an_example() -> None:
    secrets = [value for key, value in leaves(compose()) if "PASSWORD" in key or "TOKEN" in key]
    assert secrets
    assert all(re.fullmatch(r"\$\{[A-Z_]+:\?put it into \.env\}", value) for value in secrets)
    assert not re.search(r"TOKEN=|PASSWORD=", UNIT.read_text("utf-8"))


def leaves(node: Any, key: str = "") -> list[tuple[str, str]]:
    """Return every value with its name."""
    if isinstance(node, dict):
        return [leaf for name, value in node.items() for leaf in leaves(value, name)]
    return [(key, str(node))]


def test_the_unit_starts_the_bot_with_settings_that_exist() -> None:
    service = unit()["Service"]
    set_by_it = [value.partition("=")[0] for name, value in service if name == "Environment"]
    assert set(set_by_it) <= SETTINGS | {"XDG_CACHE_HOME"}
    values = dict(service)
    assert values["ExecStart"].split()[1:] == ["-m", "bot"]
    assert values["ExecStart"].startswith(f"{values['WorkingDirectory']}/.venv/")
    # The folders in the settings are those that systemd makes for the service.
    named = dict(value.split("=", 1) for name, value in service if name == "Environment")
    assert named["DATABASE_URL"] == f"sqlite+aiosqlite:////var/lib/{values['StateDirectory']}/cards.db"
    assert named["XDG_CACHE_HOME"] == f"/var/cache/{values['CacheDirectory']}"


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    if (systemd := shutil.which("systemd-analyze")) is None:
        pytest.skip("systemd-analyze is not here")
    program = dict(unit()["Service"])["ExecStart"].split()[0]
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text("utf-8").replace(program, sys.executable))
    done = subprocess.run([systemd, "verify", copy], capture_output=True, text=True, timeout=60)
    assert (done.returncode, [line for line in done.stderr.splitlines() if UNIT.name in line]) == (0, [])


def test_the_guide_names_every_figure() -> None:
    metrics = Metrics()
    metrics.watch(Watched(WriteCounts(), {"outbox": int}, {"lobby": 0}))
    text = generate_latest(metrics.registry).decode()
    families = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE cards_")}
    told = set(re.findall(r"`(cards_\w+)`", GUIDE.read_text("utf-8")))
    assert {name for name in families if not name.endswith("_created")} == told


def test_the_guide_is_found() -> None:
    assert "docs/hosting.md" in (ROOT / "README.md").read_text("utf-8")

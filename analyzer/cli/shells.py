"""Completion in bash, zsh and fish: the scripts they run, and where they look for them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from analyzer.errors import Unwritable, UsageError, meant, reason_of
from analyzer.messages import Verbatim, say, spoken

BASH: Final = """\
_tarok_analyze() {
    local IFS=$'\\n' line words=("${COMP_WORDS[@]:1:COMP_CWORD}")
    COMPREPLY=()
    while IFS= read -r line; do
        COMPREPLY+=("$(printf '%q' "${line%%$'\\t'*}")")
    done < <(TAROK_COMPLETE=bash tarok-analyze "${words[@]}" 2>/dev/null)
}
complete -o default -o bashdefault -F _tarok_analyze tarok-analyze
"""

ZSH: Final = """\
#compdef tarok-analyze
_tarok_analyze() {
    local -a lines found
    local line
    lines=("${(@f)$(TAROK_COMPLETE=zsh tarok-analyze "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    for line in $lines; do
        [[ -n $line ]] && found+=("${${line%%$'\\t'*}//:/\\\\:}${${(M)line:#*$'\\t'*}:+:${line#*$'\\t'}}")
    done
    if (( $#found )); then _describe -o 'tarok-analyze' found; else _files; fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _tarok_analyze "$@"
else
    compdef _tarok_analyze tarok-analyze
fi
"""

FISH: Final = """\
function __tarok_analyze
    set -l words (commandline -opc) (commandline -ct)
    set -l found (TAROK_COMPLETE=fish tarok-analyze $words[2..] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c tarok-analyze -f -a '(__tarok_analyze)'
"""

SCRIPTS: Final = {"bash": BASH, "zsh": ZSH, "fish": FISH}
OPTIONS: Final = ("--install-completion", "--show-completion")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a script goes, and what makes the shell read it: a line, in a file of its own."""

    script: Path
    line: str | None = None
    read_at_start: Path | None = None


def _place(shell: str, environ: Mapping[str, str]) -> _Place:
    home = Path(environ.get("HOME", "~")).expanduser()
    if shell == "bash":
        data = Path(environ.get("XDG_DATA_HOME") or home / ".local/share")
        script = data / "bash-completion/completions/tarok-analyze"
        return _Place(script, f'[ -r "{script}" ] && . "{script}"', home / ".bashrc")
    if shell == "zsh":
        folder = Path(environ.get("ZDOTDIR") or home)
        line = f'fpath+=("{folder}/.zfunc"); autoload -Uz compinit && compinit'
        return _Place(folder / ".zfunc/_tarok-analyze", line, folder / ".zshrc")
    config = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    return _Place(config / "fish/completions/tarok-analyze.fish")


def completion_text(args: Sequence[str], lang: str, environ: Mapping[str, str] = os.environ) -> str:
    """What is written for `--install-completion [SHELL]` and `--show-completion [SHELL]`.

    Without a shell it is that of the user. Raises: UsageError for another shell; Unwritable.
    """
    option, *rest = args
    shell = rest[0] if rest and not rest[0].startswith("-") else Path(environ.get("SHELL", "")).name
    if shell not in SCRIPTS:
        told = say("there is no completion for the shell {shell}", shell=Verbatim(repr(shell)))
        raise UsageError(told, meant(shell, SCRIPTS))
    if option == "--show-completion":
        return SCRIPTS[shell]
    place = _place(shell, environ)
    try:
        _install(place, SCRIPTS[shell])
    except OSError as error:
        file = Verbatim(error.filename or place.script)
        raise Unwritable(say("cannot write {file}: {why}", file=file, why=reason_of(error))) from error
    said = say("{file}: completion for {shell}, from its next start on",
               file=Verbatim(place.script), shell=Verbatim(shell))  # fmt: skip
    return f"{spoken(said, lang)}\n"


def _install(place: _Place, script: str) -> None:
    """Write the script, and the line that reads it where it is not there yet."""
    place.script.parent.mkdir(parents=True, exist_ok=True)
    place.script.write_text(script, encoding="utf-8")
    if place.line is None or place.read_at_start is None:
        return
    start = place.read_at_start
    before = start.read_text(encoding="utf-8") if start.exists() else ""
    if place.line not in before.splitlines():
        gap = "" if not before or before.endswith("\n") else "\n"
        with start.open("a", encoding="utf-8") as file:
            file.write(f"{gap}{place.line}\n")

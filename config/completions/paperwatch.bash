# SPDX-License-Identifier: MIT
# Completion of paperwatch for bash.

# The sources of the configuration that the line names, those of the past too.
_paperwatch_sources() {
  "${COMP_WORDS[0]}" "$@" status --json 2>/dev/null | sed -n 's/^ *"source": "\(.*\)",$/\1/p'
}

# File names beside what is offered already.
_paperwatch_files() {
  compopt -o filenames 2>/dev/null
  local -a files
  mapfile -t files < <(compgen -f -- "$word")
  COMPREPLY+=("${files[@]}")
}

_paperwatch() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= i
  local -a config=()
  compopt +o filenames 2>/dev/null
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      -c | --config) ((i++)); config=(--config "${COMP_WORDS[i]/#\~/$HOME}") ;;
      -*) ;;
      *) command=${COMP_WORDS[i]}; break ;;
    esac
  done
  case $command:$before in
    papers:--state)
      COMPREPLY=($(compgen -W 'current missing removed all' -- "$word"))
      return
      ;;
    papers:--format)
      COMPREPLY=($(compgen -W 'table json bibtex ris csl-json' -- "$word"))
      return
      ;;
    deliveries:--state)
      COMPREPLY=($(compgen -W 'waiting failed done' -- "$word"))
      return
      ;;
    export:--format)
      COMPREPLY=($(compgen -W 'jsonl opml' -- "$word"))
      return
      ;;
    *:-c | *:--config | import:--output)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    sync:--record | sync:--replay)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -d -- "$word")
      return
      ;;
    *:--source | try:-s)
      COMPREPLY=($(compgen -W "$(_paperwatch_sources "${config[@]}")" -- "$word"))
      return
      ;;
    review:review)
      COMPREPLY=($(compgen -W '--help --json --all accept reject' -- "$word"))
      return
      ;;
  esac
  case $command in
    '') COMPREPLY=($(compgen -W '--help --version --config --verbose --quiet init check try sync daemon status events papers show diff deliveries channels feeds export import backup doctor merge split review explain replay' -- "$word")) ;;
    init) COMPREPLY=($(compgen -W '--help' -- "$word")); _paperwatch_files ;;
    check) COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
    try) COMPREPLY=($(compgen -W '--help --json --template --source --url --from-archive --page --tree --suggest '"$(_paperwatch_sources "${config[@]}")" -- "$word")); _paperwatch_files ;;
    sync) COMPREPLY=($(compgen -W '--help --json --full --dry-run --record --replay '"$(_paperwatch_sources "${config[@]}")" -- "$word")) ;;
    daemon) COMPREPLY=($(compgen -W '--help' -- "$word")) ;;
    status) COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
    events) COMPREPLY=($(compgen -W '--help --json --source --kind --since --limit' -- "$word")) ;;
    papers) COMPREPLY=($(compgen -W '--help --json --source --search --as-of --state --format' -- "$word")) ;;
    show) COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
    diff) COMPREPLY=($(compgen -W '--help --json --source --from --to' -- "$word")) ;;
    deliveries) COMPREPLY=($(compgen -W '--help --json --state --retry --drop' -- "$word")) ;;
    channels) COMPREPLY=($(compgen -W '--help --json test' -- "$word")) ;;
    feeds) COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
    export) COMPREPLY=($(compgen -W '--help --format --with-archive --force' -- "$word")); _paperwatch_files ;;
    import) COMPREPLY=($(compgen -W '--help --json --output' -- "$word")); _paperwatch_files ;;
    backup) COMPREPLY=($(compgen -W '--help' -- "$word")); _paperwatch_files ;;
    doctor) COMPREPLY=($(compgen -W '--help --json --offline' -- "$word")) ;;
    merge) COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
    split) COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
    review) COMPREPLY=($(compgen -W '--help --json --all' -- "$word")) ;;
    explain) COMPREPLY=($(compgen -W '--help --json '"$(_paperwatch_sources "${config[@]}")" -- "$word")) ;;
    replay) COMPREPLY=($(compgen -W '--help --json --since --dry-run '"$(_paperwatch_sources "${config[@]}")" -- "$word")) ;;
  esac
}
complete -F _paperwatch paperwatch

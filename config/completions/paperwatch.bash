# SPDX-License-Identifier: MIT
# Completion of paperwatch for bash.
_paperwatch() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      -c | --config) ((i++)) ;;
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
    *:-c | *:--config)
      COMPREPLY=($(compgen -f -- "$word"))
      return
      ;;
  esac
  case $command in
    '') COMPREPLY=($(compgen -W '--help --version --config --verbose --quiet init check try sync daemon status events papers show diff deliveries channels feeds export import backup doctor merge split review explain replay' -- "$word")) ;;
    init) COMPREPLY=($(compgen -W '--help' -- "$word") $(compgen -f -- "$word")) ;;
    check) COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
    try) COMPREPLY=($(compgen -W '--help --json --template --source --url --from-archive --page --tree --suggest' -- "$word") $(compgen -f -- "$word")) ;;
    sync) COMPREPLY=($(compgen -W '--help --json --full --dry-run --record --replay' -- "$word")) ;;
    daemon) COMPREPLY=($(compgen -W '--help' -- "$word")) ;;
    status) COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
    events) COMPREPLY=($(compgen -W '--help --json --source --kind --since --limit' -- "$word")) ;;
    papers) COMPREPLY=($(compgen -W '--help --json --source --search --as-of --state --format' -- "$word")) ;;
    show) COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
    diff) COMPREPLY=($(compgen -W '--help --json --source --from --to' -- "$word")) ;;
    deliveries) COMPREPLY=($(compgen -W '--help --json --state --retry --drop' -- "$word")) ;;
    channels) COMPREPLY=($(compgen -W '--help --json test' -- "$word")) ;;
    feeds) COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
    export) COMPREPLY=($(compgen -W '--help --format --with-archive' -- "$word") $(compgen -f -- "$word")) ;;
    import) COMPREPLY=($(compgen -W '--help --json --output' -- "$word") $(compgen -f -- "$word")) ;;
    backup) COMPREPLY=($(compgen -W '--help' -- "$word") $(compgen -f -- "$word")) ;;
    doctor) COMPREPLY=($(compgen -W '--help --json --offline' -- "$word")) ;;
    merge) COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
    split) COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
    review) COMPREPLY=($(compgen -W '--help --json --all' -- "$word")) ;;
    explain) COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
    replay) COMPREPLY=($(compgen -W '--help --json --since --dry-run' -- "$word")) ;;
  esac
}
complete -F _paperwatch paperwatch

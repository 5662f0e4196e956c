# SPDX-License-Identifier: MIT
# Completion of paperwatch for bash.

# What the shell will make of a word: without quotes and backslashes, ~ as the home. Into `plain`.
_paperwatch_plain() {
  local text=$1 quote= char i=0
  plain=
  if [[ $text == '~' || $text == '~/'* ]]; then plain=$HOME i=1; fi
  for (( ; i < ${#text}; i++)); do
    char=${text:i:1}
    case $quote$char in
      \' | \") quote=$char ;;
      \'\' | \"\") quote= ;;
      \\ | \"\\)
        if [[ -z $quote || ${text:i+1:1} == [\"\\\$\`] ]]; then ((i++)); fi
        plain+=${text:i:1}
        ;;
      *) plain+=$char ;;
    esac
  done
}

# Names that the program itself knows, of the configuration that the line names.
_paperwatch_sources() {  # those of the past too
  "${program[@]}" status --json 2>/dev/null | sed -n 's/^ *"source": "\(.*\)",$/\1/p'
}
_paperwatch_channels() {
  "${program[@]}" channels --json 2>/dev/null | sed -n 's/^ *"name": "\(.*\)",$/\1/p'
}

# Offers those lines of standard input that begin as the word does.
_paperwatch_offer() {
  local name
  while IFS= read -r name; do
    if [[ $name == "$plain"* ]]; then COMPREPLY+=("$(printf %q "$name")"); fi
  done
}

# File names beside what is offered already; -d: folders only.
_paperwatch_files() {
  compopt -o filenames 2>/dev/null
  local -a files
  mapfile -t files < <(compgen "${1:--f}" -- "$plain")
  COMPREPLY+=("${files[@]}")
}

_paperwatch() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= plain i
  compopt +o filenames 2>/dev/null
  # bash makes three words of --option=value.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  _paperwatch_plain "${COMP_WORDS[0]}"
  local -a program=("$plain")
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      -c | --config)
        ((i++))
        if [[ ${COMP_WORDS[i]} == = ]]; then ((i++)); fi
        if ((i < COMP_CWORD)); then
          _paperwatch_plain "${COMP_WORDS[i]}"
          program+=(--config "$plain")
        fi
        ;;
      -* | =) ;;
      *) command=${command:-${COMP_WORDS[i]}} ;;
    esac
  done
  _paperwatch_plain "$word"
  case $command:$before in
    papers:--state)
      COMPREPLY=($(compgen -W 'current missing removed all' -- "$word"))
      return
      ;;
    papers:--format)
      COMPREPLY=($(compgen -W 'table json bibtex ris csl-json' -- "$word"))
      return
      ;;
    events:--kind)
      COMPREPLY=($(compgen -W 'paper_new paper_changed paper_withdrawn paper_removed paper_returned count_changed source_broken source_unreachable source_stale source_recovered' -- "$word"))
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
      _paperwatch_files
      return
      ;;
    sync:--record | sync:--replay)
      _paperwatch_files -d
      return
      ;;
    *:--source | try:-s)
      _paperwatch_offer < <(_paperwatch_sources)
      return
      ;;
    channels:test)
      _paperwatch_offer < <(_paperwatch_channels)
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
    try) COMPREPLY=($(compgen -W '--help --json --template --source --url --from-archive --page --tree --suggest' -- "$word")); _paperwatch_offer < <(_paperwatch_sources); _paperwatch_files ;;
    sync) COMPREPLY=($(compgen -W '--help --json --full --dry-run --record --replay' -- "$word")); _paperwatch_offer < <(_paperwatch_sources) ;;
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
    explain) COMPREPLY=($(compgen -W '--help --json' -- "$word")); _paperwatch_offer < <(_paperwatch_sources) ;;
    replay) COMPREPLY=($(compgen -W '--help --json --since --dry-run' -- "$word")); _paperwatch_offer < <(_paperwatch_sources) ;;
  esac
}
complete -F _paperwatch paperwatch

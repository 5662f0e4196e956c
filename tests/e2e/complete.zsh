# SPDX-License-Identifier: MIT
# What zsh makes of lines at whose end somebody presses the tabulator: one line of output each.
# complete.zsh COMPLETIONS LINE...
zmodload zsh/zpty || exit
export TERM=dumb
zpty shell zsh -f -i
zpty -w shell "PROMPT=; fpath=(${(q)1} \$fpath); autoload -U compinit; compinit -u -D; echo ready-\$((1 + 1))"
zpty -r shell seen '*ready-2*'
for line in "${@:2}"; do
  zpty -w -n shell "$line"$'\t'
  # To the beginning of the line, which becomes a text between marks.
  zpty -w -n shell $'\C-a'"print -r -- @'<"$'\C-e'">@'"$'\n'
  zpty -r shell seen '*@<*>@*'
  print -r -- ${${seen##*@<}%%>@*}
done
zpty -d shell

# SPDX-License-Identifier: MIT
# Completion of paperwatch for fish.

# The program as the line starts it, with the configuration that the line names.
function __paperwatch_asked
    set -l words (commandline -opc)
    set -l config
    for i in (seq 2 (count $words))
        if contains -- $words[$i] -c --config; and set -q words[(math $i + 1)]
            set config --config (string replace -r '^~(?=/|$)' -- $HOME $words[(math $i + 1)])
        else if string match -q -- '--config=*' $words[$i]
            set config --config (string replace -- --config= '' $words[$i])
        end
    end
    set -l program (string replace -r '^~(?=/)' -- $HOME $words[1])
    $program $config $argv --json 2>/dev/null
end
function __paperwatch_sources # those of the past too
    __paperwatch_asked status | string match -rg '^ *"source": "(.*)",$'
end
function __paperwatch_channels
    __paperwatch_asked channels | string match -rg '^ *"name": "(.*)",$'
end

complete -c paperwatch -f
complete -c paperwatch -n __fish_use_subcommand -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n __fish_use_subcommand -l version -d 'Display program version information and exit'
complete -c paperwatch -n __fish_use_subcommand -s c -l config -r -F -d 'configuration file (default: $PAPERWATCH_CONFIG, ./paperwatch.yaml, …)'
complete -c paperwatch -n __fish_use_subcommand -s v -l verbose -d 'log every request'
complete -c paperwatch -n __fish_use_subcommand -s q -l quiet -d 'only problems: no progress, no summaries'
complete -c paperwatch -n __fish_use_subcommand -a init -d 'write a commented starter configuration; never overwrites'
complete -c paperwatch -n '__fish_seen_subcommand_from init' -a '(__fish_complete_directories)'
complete -c paperwatch -n '__fish_seen_subcommand_from init' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n __fish_use_subcommand -a check -d 'read the configuration and report every fault'
complete -c paperwatch -n '__fish_seen_subcommand_from check' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from check' -l json -d 'print one JSON document'
complete -c paperwatch -n __fish_use_subcommand -a try -d 'fetch or read one page and show what each rule finds; changes nothing'
complete -c paperwatch -n '__fish_seen_subcommand_from try' -a '(__paperwatch_sources)' -d source
complete -c paperwatch -n '__fish_seen_subcommand_from try' -F
complete -c paperwatch -n '__fish_seen_subcommand_from try' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from try' -l json -d 'print one JSON document'
complete -c paperwatch -n '__fish_seen_subcommand_from try' -s t -l template -x -d 'read it with this template\'s rules'
complete -c paperwatch -n '__fish_seen_subcommand_from try' -s s -l source -x -a '(__paperwatch_sources)' -d 'read it with this source\'s rules'
complete -c paperwatch -n '__fish_seen_subcommand_from try' -l url -x -d 'the address a file came from; relative links start there'
complete -c paperwatch -n '__fish_seen_subcommand_from try' -l from-archive -x -d 'read a page that this visit left in the archive'
complete -c paperwatch -n '__fish_seen_subcommand_from try' -l page -x -d 'which of its pages (default: the first)'
complete -c paperwatch -n '__fish_seen_subcommand_from try' -l tree -d 'print the tree around the first record'
complete -c paperwatch -n '__fish_seen_subcommand_from try' -l suggest -d 'propose rules for a page that nobody described yet, as YAML'
complete -c paperwatch -n __fish_use_subcommand -a sync -d 'visit the named sources (default: all) once, now'
complete -c paperwatch -n '__fish_seen_subcommand_from sync' -a '(__paperwatch_sources)' -d source
complete -c paperwatch -n '__fish_seen_subcommand_from sync' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from sync' -l json -d 'print one JSON document'
complete -c paperwatch -n '__fish_seen_subcommand_from sync' -l full -d 'read every listing to its end, unconditionally'
complete -c paperwatch -n '__fish_seen_subcommand_from sync' -l dry-run -d 'show what would change; store and send nothing'
complete -c paperwatch -n '__fish_seen_subcommand_from sync' -l record -x -a '(__fish_complete_directories)' -d 'keep every HTTP exchange in DIR, without secrets'
complete -c paperwatch -n '__fish_seen_subcommand_from sync' -l replay -x -a '(__fish_complete_directories)' -d 'answer from the exchanges kept in DIR; no network, no deliveries'
complete -c paperwatch -n __fish_use_subcommand -a daemon -d 'visit every source on its schedule until stopped'
complete -c paperwatch -n '__fish_seen_subcommand_from daemon' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n __fish_use_subcommand -a status -d 'show each source: last and next visit, counts, health'
complete -c paperwatch -n '__fish_seen_subcommand_from status' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from status' -l json -d 'print one JSON document'
complete -c paperwatch -n __fish_use_subcommand -a events -d 'the change log, newest last'
complete -c paperwatch -n '__fish_seen_subcommand_from events' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from events' -l json -d 'print one JSON document'
complete -c paperwatch -n '__fish_seen_subcommand_from events' -l source -x -a '(__paperwatch_sources)' -d 'of this source only'
complete -c paperwatch -n '__fish_seen_subcommand_from events' -l kind -x -a 'paper_new paper_changed paper_withdrawn paper_removed paper_returned count_changed source_broken source_unreachable source_stale source_recovered' -d 'of these kinds only: paper_new, count_changed, …'
complete -c paperwatch -n '__fish_seen_subcommand_from events' -l since -x -d 'a time, a date, "7d ago", or the id of the last event known'
complete -c paperwatch -n '__fish_seen_subcommand_from events' -l limit -x -d 'the newest N; with --since the oldest N'
complete -c paperwatch -n __fish_use_subcommand -a papers -d 'what is known, as a table or a bibliography'
complete -c paperwatch -n '__fish_seen_subcommand_from papers' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from papers' -l json -d 'print one JSON document'
complete -c paperwatch -n '__fish_seen_subcommand_from papers' -l source -x -a '(__paperwatch_sources)' -d 'listed by this source only'
complete -c paperwatch -n '__fish_seen_subcommand_from papers' -l search -x -d 'words, or a query (docs/queries.md)'
complete -c paperwatch -n '__fish_seen_subcommand_from papers' -l as-of -x -d 'what was known at that time'
complete -c paperwatch -n '__fish_seen_subcommand_from papers' -l state -x -a 'current missing removed all' -d 'current, missing, removed or all'
complete -c paperwatch -n '__fish_seen_subcommand_from papers' -l format -x -a 'table json bibtex ris csl-json' -d 'table, json, bibtex, ris or csl-json'
complete -c paperwatch -n __fish_use_subcommand -a show -d 'one paper: all versions, what changed when, where it is listed'
complete -c paperwatch -n '__fish_seen_subcommand_from show' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from show' -l json -d 'print one JSON document'
complete -c paperwatch -n __fish_use_subcommand -a diff -d 'what a listing gained, lost and changed between two moments'
complete -c paperwatch -n '__fish_seen_subcommand_from diff' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from diff' -l json -d 'print one JSON document'
complete -c paperwatch -n '__fish_seen_subcommand_from diff' -l source -x -a '(__paperwatch_sources)' -d 'of this source only'
complete -c paperwatch -n '__fish_seen_subcommand_from diff' -l from -x -d 'the earlier moment'
complete -c paperwatch -n '__fish_seen_subcommand_from diff' -l to -x -d 'the later moment (default: now)'
complete -c paperwatch -n __fish_use_subcommand -a deliveries -d 'the outbox: what channels are still to be told'
complete -c paperwatch -n '__fish_seen_subcommand_from deliveries' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from deliveries' -l json -d 'print one JSON document'
complete -c paperwatch -n '__fish_seen_subcommand_from deliveries' -l state -x -a 'waiting failed done' -d 'waiting, failed or done'
complete -c paperwatch -n '__fish_seen_subcommand_from deliveries' -l retry -x -d 'try this delivery again at once'
complete -c paperwatch -n '__fish_seen_subcommand_from deliveries' -l drop -x -d 'forget this delivery'
complete -c paperwatch -n __fish_use_subcommand -a channels -d 'list who can be told; `channels test NAME` sends a sample'
complete -c paperwatch -n '__fish_seen_subcommand_from channels; and not __fish_seen_subcommand_from test' -a test -d 'send one sample, at once and past the outbox'
complete -c paperwatch -n '__fish_seen_subcommand_from channels; and __fish_seen_subcommand_from test' -a '(__paperwatch_channels)' -d channel
complete -c paperwatch -n '__fish_seen_subcommand_from channels' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from channels' -l json -d 'print one JSON document'
complete -c paperwatch -n __fish_use_subcommand -a feeds -d 'write the feed files now'
complete -c paperwatch -n '__fish_seen_subcommand_from feeds' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from feeds' -l json -d 'print one JSON document'
complete -c paperwatch -n __fish_use_subcommand -a export -d 'write the whole history as JSON Lines, or the feeds as OPML'
complete -c paperwatch -n '__fish_seen_subcommand_from export' -F
complete -c paperwatch -n '__fish_seen_subcommand_from export' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from export' -l format -x -a 'jsonl opml' -d 'jsonl or opml (default: by the file\'s name)'
complete -c paperwatch -n '__fish_seen_subcommand_from export' -l with-archive -d 'the raw pages too'
complete -c paperwatch -n '__fish_seen_subcommand_from export' -l force -d 'replace FILE if it exists'
complete -c paperwatch -n __fish_use_subcommand -a import -d 'read an export into a new database; or OPML, or jobs of urlwatch or webchanges, as sources'
complete -c paperwatch -n '__fish_seen_subcommand_from import' -F
complete -c paperwatch -n '__fish_seen_subcommand_from import' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from import' -l json -d 'print one JSON document'
complete -c paperwatch -n '__fish_seen_subcommand_from import' -l output -r -F -d 'where sources are written (default: standard output)'
complete -c paperwatch -n __fish_use_subcommand -a backup -d 'copy the database, also while the daemon runs, and check the copy'
complete -c paperwatch -n '__fish_seen_subcommand_from backup' -F
complete -c paperwatch -n '__fish_seen_subcommand_from backup' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n __fish_use_subcommand -a doctor -d 'check database, permissions, disk, clock, and reach every source'
complete -c paperwatch -n '__fish_seen_subcommand_from doctor' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from doctor' -l json -d 'print one JSON document'
complete -c paperwatch -n '__fish_seen_subcommand_from doctor' -l offline -d 'leave the sources alone'
complete -c paperwatch -n __fish_use_subcommand -a merge -d 'two papers are one: the older keeps its id and key'
complete -c paperwatch -n '__fish_seen_subcommand_from merge' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from merge' -l json -d 'print one JSON document'
complete -c paperwatch -n __fish_use_subcommand -a split -d 'undo the last merge of a paper and keep the two apart from now on'
complete -c paperwatch -n '__fish_seen_subcommand_from split' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from split' -l json -d 'print one JSON document'
complete -c paperwatch -n __fish_use_subcommand -a review -d 'list, accept or reject visits in quarantine'
complete -c paperwatch -n '__fish_seen_subcommand_from review; and not __fish_seen_subcommand_from accept reject' -a 'accept reject'
complete -c paperwatch -n '__fish_seen_subcommand_from review' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from review' -l json -d 'print one JSON document'
complete -c paperwatch -n '__fish_seen_subcommand_from review' -l all -d 'list those too that were rejected or that a later visit has overtaken'
complete -c paperwatch -n __fish_use_subcommand -a explain -d 'the evidence of an event or of a source\'s last visit, and how to read it again'
complete -c paperwatch -n '__fish_seen_subcommand_from explain' -a '(__paperwatch_sources)' -d source
complete -c paperwatch -n '__fish_seen_subcommand_from explain' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from explain' -l json -d 'print one JSON document'
complete -c paperwatch -n __fish_use_subcommand -a replay -d 'read a source\'s archived pages with today\'s rules and tell what was missed'
complete -c paperwatch -n '__fish_seen_subcommand_from replay' -a '(__paperwatch_sources)' -d source
complete -c paperwatch -n '__fish_seen_subcommand_from replay' -s h -l help -d 'Print this help message and exit'
complete -c paperwatch -n '__fish_seen_subcommand_from replay' -l json -d 'print one JSON document'
complete -c paperwatch -n '__fish_seen_subcommand_from replay' -l since -x -d 'visits since then: a time, a date, "7d ago"'
complete -c paperwatch -n '__fish_seen_subcommand_from replay' -l dry-run -d 'show what was missed; store and send nothing'

# complete.zsh SCRIPT LINE - what zsh offers for the end of a line, one word on each.
#
# Completion works in an interactive shell only, so there is one behind a terminal of its
# own. All that is offered goes through compadd, which prints it here. What is typed may be echoed: the words that
# are waited for are typed in two pieces.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= PS2=; unset zle_bracketed_paste; stty -echo
    autoload -Uz compinit; compinit -u -D; source ${(q)1}; cd ${(q)PWD}"
zpty -w shell 'bindkey "^I" complete-word
    show_nothing() { compstate[insert]=; compstate[list]=; print THE""END; }
    comppostfuncs=(show_nothing)
    compadd() {
        local -a hits
        if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
            builtin compadd -A hits "$@"
            (( $#hits )) && print -rl -- "<${(@)^hits}>"
        fi
        builtin compadd "$@"
    }
    print REA""DY'
zpty -r shell answer '*READY*'
zpty -w -n shell "$2"$'\t' # nothing more is typed before it has answered: that could stop it
zpty -r shell answer '*THEEND*'
print -r -- "$answer" | tr -d '\r' | grep -o '<[^<>]*>' | tr -d '<>'

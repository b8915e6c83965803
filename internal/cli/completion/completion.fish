# fish completion for topocoll
function __topocoll_complete
    set -l token (commandline -ct)
    set -l program (string replace -r '^~' $HOME -- (commandline -opc)[1])
    set -lx COMP_LINE (commandline -cp | string collect)
    test -z "$token"; and set COMP_LINE "$COMP_LINE "
    set -lx COMP_POINT (string length -- $COMP_LINE)
    set -l flag (string match -r -- '^--[^=]*=' $token)
    set -l found ($program 2>/dev/null | string match -r '.+')
    if test (count $found) -gt 0
        printf "$flag%s\n" $found
    else
        __fish_complete_path $token
    end
end
complete -c topocoll -f -a '(__topocoll_complete)'

#compdef topocoll
# zsh completion for topocoll
compdef _topocoll topocoll

_topocoll() {
	local -a found
	local typed="${(j: :)words[1,CURRENT-1]} $PREFIX"
	found=(${(f)"$(COMP_LINE=$typed COMP_POINT=${#typed} ${~words[1]} 2>/dev/null)"})
	compset -P '--*='
	if (( $#found )); then
		compadd -- $found
	else
		_files
	fi
}

if [[ $funcstack[1] == _topocoll ]]; then # loaded by compinit for the first use
	_topocoll
fi

# bash completion for topocoll
_topocoll() {
	local line typed=${COMP_LINE:0:COMP_POINT}
	COMPREPLY=()
	while IFS= read -r line; do
		[[ -z $line ]] || COMPREPLY+=("$line")
	done < <(COMP_LINE=$typed COMP_POINT=${#typed} "${1/#\~/$HOME}" 2>/dev/null)
	typed=${typed##*[[:space:]]}
	typed=${typed##*=}
	COMPREPLY=("${COMPREPLY[@]#"${typed%"$2"}"}") # bash replaces only $2, which begins after a colon or @
}
complete -o default -o bashdefault -F _topocoll topocoll

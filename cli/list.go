package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"topocoll/catalog"
)

type listCommand struct {
	selection
	JSON bool `help:"An array of objects instead of a table."`
}

// listed is a row of the catalog as users see it.
type listed struct {
	ID          string `json:"id"`
	Op          string `json:"op"`
	Topology    string `json:"topology"`
	Source      string `json:"source"`
	Accepts     string `json:"accepts"`
	Commutative bool   `json:"commutative"`
	MPI         string `json:"mpi"`
}

func (l *listCommand) Run(out io.Writer) error {
	infos, err := l.rows()
	if err != nil {
		return err
	}
	rows := make([]listed, len(infos))
	for i, info := range infos {
		accepts := string(info.Accepts)
		if info.Otherwise != "" {
			accepts += "; else " + info.Otherwise
		}
		rows[i] = listed{info.ID, string(info.Op), info.Topology(), info.Source, accepts, info.Commutative, info.Op.MPI()}
	}
	if l.JSON {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(rows)
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ALGORITHM\tMPI\tOPERATOR\tPROCESSES\tSOURCE")
	for _, row := range rows {
		operator := "any"
		switch {
		case row.Commutative:
			operator = "commutes"
		case !catalog.Kind(row.Op).Reduces():
			operator = "-"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", row.ID, row.MPI, operator, row.Accepts, row.Source)
	}
	return table.Flush()
}

package openmpi_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/rules/openmpi"
)

// inHAN returns the report on a written file, without the line numbers of rules.
func inHAN(t *testing.T, file []byte, v rules.Version) string {
	format := libraries.FormatOf(file)
	assert.Contains(t, format.Name, "HAN")
	report := format.Lint(file, v)
	assert.Zero(t, report.CountWrong(), "%s\n%s", report.Text(), file)
	return report.Text()
}

func TestHANHandsToTuned(t *testing.T) {
	table := of(
		spreadOver(4, eight(catalog.Bcast, 0, 1023, "native", "")),
		spreadOver(4, eight(catalog.Bcast, 1024, 4095, "hcube/bcast", "native:chain")),
		spreadOver(4, eight(catalog.Bcast, 4096, 65535, "native:pipeline", "")),
		spreadOver(4, eight(catalog.Bcast, 65536, 0, "native:han", "")),
		spreadOver(4, eight(catalog.Allgather, 0, 0, "native:ring", "")),
		// the table has two algorithms, so the rules of "tuned" name none
		spreadOver(4, eight(catalog.Scatter, 0, 99, "native:binomial", "")),
		spreadOver(4, eight(catalog.Scatter, 100, 0, "native:linear_nb", "")),
		spreadOver(4, eight(catalog.Reduce, 0, 0, "native", "")),
		spreadOver(4, eight(catalog.Scan, 0, 0, "native:linear", "")), // HAN does not have this operation
	)
	file, err := openmpi.WriteHAN(table, open5)
	require.NoError(t, err)
	text := inHAN(t, file, open5)
	const unit = ": bytes of the message, or of one rank's block\n"
	for _, part := range []string{
		"bcast, global_communicator, 8 ranks" + unit + "  0 to 1023 bytes       han ",
		"  1024 to 65535 bytes   tuned ", "  65536 bytes and more  han ",
		"bcast, global_communicator, 9 ranks and more" + unit + "  any size  han ",
		"allgather, global_communicator, 8 ranks" + unit + "  any size  tuned ",
	} {
		assert.Contains(t, text, part)
	}
	for _, op := range []string{"scatter", "reduce", "scan"} {
		assert.NotContains(t, text, op+", ")
	}
}

func TestHANHasNothingToSay(t *testing.T) {
	for _, table := range []struct {
		hosts int
		algo  string
		v     rules.Version
	}{{4, "native", open5}, {4, "native:han", open5}, {1, "native:chain", open5}, {8, "native:chain", open5},
		{4, "native:chain", open4}, {4, "native:han", open4}} {
		file, err := openmpi.WriteHAN(of(spreadOver(table.hosts, eight(catalog.Bcast, 0, 0, table.algo, ""))),
			table.v)
		assert.NoError(t, err)
		assert.Empty(t, file, table)
	}
	_, err := openmpi.WriteHAN(of(spreadOver(4, eight(catalog.Bcast, 0, 0, "native:chain", "")), spreadOver(2,
		eight(catalog.Bcast, 0, 0, "native", ""))), open5)
	assert.EqualError(t, err,
		"rules: the table has jobs of 8 ranks on 4 and on 2 hosts, but a rule cannot distinguish jobs by "+
			"their number of hosts; use a table with only one of these jobs")
}

package topo

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Spec is the parsed form of a network specification: kind[:extents][@rate][,slots=N], such as
// torus:4x4@200mbit. The text form of a [Listed] may replace the kind and the extents. A fattree or dragonfly
// may have a rate for each level.
type Spec struct {
	Kind   string // one of Kinds, fattree or dragonfly; "" for a Listed
	Fabric        // Network is nil if the specification has no extents
}

// String returns the text form, which ParseSpec accepts.
func (s Spec) String() string {
	if s.Network == nil {
		return s.withOptions(s.Kind)
	}
	return s.Fabric.String()
}

// Kinds lists the kinds of networks that can be made for a given number of nodes. The kinds fattree,
// dragonfly and [Listed] are not in the list.
func Kinds() []string {
	return []string{"ring", "torus", "mesh", "hypercube", "tree", "star", "crossbar"}
}

func exampleNetwork(kind string) string {
	if kind == "torus" || kind == "mesh" {
		return kind + ":4x4"
	}
	return kind + ":8"
}

// ParseFabric parses a [Spec] that states the number of hosts, at most [MaxHosts]. It does not read files.
func ParseFabric(text string) (Fabric, error) {
	spec, err := ParseSpec(text)
	switch {
	case errors.Is(err, ErrNodes) || err == nil && spec.Network != nil && spec.Network.Nodes() > MaxHosts:
		return Fabric{}, fmt.Errorf("topo: network %.60q, want at most %d hosts", text, MaxHosts)
	case err != nil:
		return Fabric{}, err
	case spec.Kind == "crossbar":
		return Fabric{},
			fmt.Errorf("topo: network %.60q: a crossbar has no cables; use a star, whose hosts have "+
				"cables to the switch, such as star:8", text)
	case spec.Network == nil:
		return Fabric{},
			fmt.Errorf("topo: network %.60q lacks the number of hosts; use, for example, %s", text,
				exampleNetwork(spec.Kind))
	}
	return spec.Fabric, nil
}

const acceptedNetworks = "want ring:P, torus:RxC, mesh:RxC, hypercube:P, tree:P, star:P, crossbar:P, " +

	"fattree:HxLxS, dragonfly:G,A,H, file:FILE or slurm"

// ParseSpec parses the text form of a Spec. It does not read files.
func ParseSpec(text string) (Spec, error) {
	spec, err := parseSpec(text)
	if lower := strings.ToLower(text); err != nil && lower != text {
		if _, small := parseSpec(lower); small == nil {
			return Spec{}, fmt.Errorf("topo: network %.60q, want lower case: %s", text, lower)
		}
	}
	return spec, err
}

func parseSpec(text string) (Spec, error) {
	rest, slots, err := splitSlots(text)
	if err != nil {
		return Spec{}, err
	}
	name, rate, limited := strings.Cut(rest, "@")
	spec := Spec{Fabric: Fabric{Rate: rate, Slots: 1}}
	if strings.HasPrefix(name, linksPrefix) {
		listed, err := parseLinks(name)
		if err != nil {
			return Spec{}, err
		}
		if limited && listed.unit > 0 {
			return Spec{},
				fmt.Errorf("topo: rate %q for all links of %.60q is not possible, because each link has its own "+
					"rate; omit the rate for all links", rate, name)
		}
		spec.Network = listed
	} else if spec.Kind, spec.Network, err = parseNetwork(name); err != nil {
		return Spec{}, err
	}
	if limited {
		if spec.Rate, err = setLevelRates(spec.Network, text, rate); err != nil {
			return Spec{}, err
		}
	}
	if spec.Rate != "" || limited && rate == "" {
		if _, err := BitsPerSecond(spec.Rate); err != nil {
			return Spec{}, err
		}
	}
	if rest == text {
		return spec, nil
	}
	spec.Fabric, err = spec.WithSlots(slots)
	return spec, err
}

// parseNetwork parses a kind and its extents. n is nil if there are no extents.
func parseNetwork(text string) (kind string, n Network, err error) {
	kind, size, sized := strings.Cut(text, ":")
	wrong := func(want string) (string, Network, error) {
		return "", nil, fmt.Errorf("topo: network %.60q, %s", text, want)
	}
	switch {
	case kind == "fattree" || kind == "dragonfly":
		if n, err = parseLevels(kind, size); err != nil {
			return "", nil, fmt.Errorf("topo: network %.60q, %w", text, err)
		}
		return kind, n, nil
	case kind == "hcube" || kind == "cube":
		return wrong("want " + strings.TrimSuffix("hypercube:"+size, ":"))
	case !slices.Contains(Kinds(), kind):
		return wrong(acceptedNetworks)
	case !sized:
		return kind, nil, nil
	}
	extents, err := ParseMesh(size)
	switch {
	case errors.Is(err, ErrNodes):
		return "", nil, fmt.Errorf("topo: network %.60q, %w", text, ErrNodes)
	case err != nil || len(extents) > 1 && kind != "torus" && kind != "mesh":
		return wrong("want " + exampleNetwork(kind))
	}
	if p := extents.Size(); (kind == "hypercube" || kind == "tree") && !IsPowerOfTwo(p) {
		return wrong("want 2^d nodes, such as " + exampleNetwork(kind))
	}
	return kind, newNetwork(kind, extents), nil
}

// newNetwork returns the network of the given kind. Kinds other than torus and mesh have one extent.
func newNetwork(kind string, extents Mesh) Network {
	switch p := extents.Size(); kind {
	case "torus":
		return NewTorus(extents)
	case "mesh":
		return NewOpenMesh(extents)
	case "ring":
		return NewRing(p)
	case "hypercube":
		return NewHypercube(p)
	case "tree":
		return NewTree(p)
	case "star":
		return NewStar(p)
	}
	return Crossbar{Size: extents.Size()}
}

// setLevelRates parses the rates of the levels and sets them in n. If there is only one rate, it applies to
// all links. setLevelRates then returns this rate as the value for Fabric.Rate, and leaves n unchanged.
func setLevelRates(n Network, text, rate string) (rest string, err error) {
	rates := strings.Split(rate, "/")
	if len(rates) == 1 {
		return rate, nil
	}
	l := levelsOf(n)
	if l == nil {
		return "", fmt.Errorf(
			"topo: network %.60q has %d rates, want one, because only a fattree and a dragonfly "+
				"can have a rate for each level", text,
			len(rates))
	}
	if len(rates) != len(l.cables) {
		return "", fmt.Errorf(
			"topo: network %.60q has %d rates, want 1 or %d (one for each level, first for the "+
				"hosts' cables)", text, len(rates), len(l.cables))
	}
	return "", l.setRates(rates)
}

// levelsOf returns the levels of a network, or nil if it has none.
func levelsOf(n Network) *levels {
	switch n := n.(type) {
	case *FatTree:
		return &n.levels
	case *Dragonfly:
		return &n.levels
	}
	return nil
}

// parseLevels parses the extents of a fat tree or dragonfly.
func parseLevels(kind, size string) (Network, error) {
	var n Network
	var err error
	if kind == "dragonfly" {
		n, err = parseDragonfly(size)
	} else {
		n, err = parseFatTree(size)
	}
	if err == nil && n.Links() > MaxNodes {
		err = ErrNodes
	}
	return n, err
}

// With returns the fabric for p ranks. If the spec has no network, the fabric has the smallest network of its
// kind with slots for all ranks. A torus or mesh then gets the given extents if their product is the number
// of hosts, and otherwise near-square extents.
func (s Spec) With(p int, extents Mesh) Fabric {
	if s.Network == nil {
		hosts := (p + s.Slots - 1) / s.Slots
		if s.Kind != "torus" && s.Kind != "mesh" {
			extents = Mesh{hosts}
		} else if len(extents) == 0 || extents.Size() != hosts {
			extents = NearSquare(hosts, 2)
		}
		s.Network = newNetwork(s.Kind, extents)
	}
	return s.Fabric
}

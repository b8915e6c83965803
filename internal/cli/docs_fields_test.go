package cli

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// fieldsTable returns a table of the JSON fields of a type, which is given as FOLDER.NAME. The meaning of a
// field is its comment in the source.
func fieldsTable(root, typeName string) (string, error) {
	folder, name, _ := strings.Cut(typeName, ".")
	lines, err := fieldLines(root, folder, name)
	return "| field | type | meaning |\n|---|---|---|\n" + lines, err
}

// fieldLines returns the lines of the table, including the fields of embedded structs. An embedded struct
// must be in the same package or in a package of the root folder.
func fieldLines(root, folder, typeName string) (string, error) {
	structure, err := findStruct(filepath.Join(root, filepath.FromSlash(folder)), typeName)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, field := range structure.Fields.List {
		if field.Tag == nil {
			embedded := ""
			switch of := field.Type.(type) {
			case *ast.Ident:
				embedded, err = fieldLines(root, folder, of.Name)
			case *ast.SelectorExpr:
				embedded, err = fieldLines(root, of.X.(*ast.Ident).Name, of.Sel.Name)
			}
			if err != nil {
				return "", err
			}
			out.WriteString(embedded)
			continue
		}
		quoted, err := strconv.Unquote(field.Tag.Value)
		if err != nil {
			return "", err
		}
		name, options, _ := strings.Cut(reflect.StructTag(quoted).Get("json"), ",")
		if name == "-" {
			continue
		}
		meaning := strings.Join(strings.Fields(field.Doc.Text()), " ")
		if optional := options == "omitempty"; optional != strings.Contains(meaning, "Absent") {
			return "", fmt.Errorf("%s.%s: omitempty is %v, but its comment says %q", typeName, name, optional,
				meaning)
		}
		fmt.Fprintf(&out, "| `%s` | %s | %s |\n", name, jsonType(name, field.Type),
			strings.ReplaceAll(meaning, "|", `\|`))
	}
	return out.String(), nil
}

func findStruct(folder, name string) (*ast.StructType, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if object := file.Scope.Lookup(name); object != nil {
			if spec, isType := object.Decl.(*ast.TypeSpec); isType {
				if structure, isStruct := spec.Type.(*ast.StructType); isStruct {
					return structure, nil
				}
			}
		}
	}
	return nil, fmt.Errorf("no struct %s in %s", name, folder)
}

// jsonType describes the JSON form of a Go type. The suffix of the field's name gives the unit.
func jsonType(name string, of ast.Expr) string {
	unit := ""
	switch {
	case strings.HasSuffix(name, "_ns"):
		unit = "ns"
	case name == "bytes" || strings.HasSuffix(name, "_bytes"):
		unit = "bytes"
	}
	switch of := of.(type) {
	case *ast.StarExpr:
		return jsonType(name, of.X)
	case *ast.MapType:
		return "object"
	case *ast.SelectorExpr:
		switch of.Sel.Name {
		case "Job":
			return "list of objects"
		case "Time":
			return "string"
		}
		return jsonType(name, of.Sel)
	case *ast.ArrayType:
		switch element := jsonType(name, of.Elt); element {
		case "ns":
			return "list of ns"
		default:
			return "list of " + element + "s"
		}
	case *ast.Ident:
		switch of.Name {
		case "string":
			return "string"
		case "bool":
			return "boolean"
		case "int", "int64", "uint64", "float64":
			if unit != "" {
				return unit
			}
			return "number"
		case "Collective":
			return "string"
		case "Interval":
			return "interval"
		}
	}
	return "object"
}

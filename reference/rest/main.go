// Lists the REST paths that protobuf files give to gRPC methods (`google.api.http`): a verb, a path and a method each.
package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/bufbuild/protocompile/ast"
	"github.com/bufbuild/protocompile/parser"
	"github.com/bufbuild/protocompile/reporter"
)

func main() {
	sources := map[string][]string{}
	for _, arg := range os.Args[2:] {
		name, folder, found := strings.Cut(arg, "=")
		if !found {
			panic("want NAME=FOLDER, not " + arg)
		}
		sources[name] = routesBelow(folder)
	}
	file, err := os.Create(os.Args[1])
	check(err)
	encoder := json.NewEncoder(file)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(map[string]any{"program": "reference/rest, protocompile v0.14.1", "sources": sources}))
	check(file.Close())
}

func routesBelow(folder string) []string {
	routes := []string{}
	check(filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".proto") {
			return err
		}
		text, err := os.Open(path)
		check(err)
		defer text.Close()
		file, err := parser.Parse(path, text, reporter.NewHandler(nil))
		if err != nil {
			return err
		}
		routes = append(routes, routesOf(file)...)
		return nil
	}))
	sort.Strings(routes)
	return routes
}

func routesOf(file *ast.FileNode) (routes []string) {
	prefix := ""
	for _, declaration := range file.Decls {
		switch node := declaration.(type) {
		case *ast.PackageNode:
			prefix = string(node.Name.AsIdentifier())
		case *ast.ServiceNode:
			for _, element := range node.Decls {
				if rpc, is := element.(*ast.RPCNode); is {
					method := fmt.Sprintf("/%s.%s/%s", prefix, node.Name.Val, rpc.Name.Val)
					for _, option := range rpc.Decls {
						if option, is := option.(*ast.OptionNode); is {
							routes = append(routes, routesOfOption(option, method)...)
						}
					}
				}
			}
		}
	}
	return routes
}

// Either `option (google.api.http).get = "/path"` or `option (google.api.http) = {get: "/path"}`.
func routesOfOption(option *ast.OptionNode, method string) []string {
	parts := option.Name.Parts
	if string(parts[0].Name.AsIdentifier()) != "google.api.http" {
		return nil
	}
	if len(parts) == 2 {
		return bindings(string(parts[1].Name.AsIdentifier()), option.Val, method)
	}
	return routesOfRule(option.Val.(*ast.MessageLiteralNode), method)
}

func routesOfRule(rule *ast.MessageLiteralNode, method string) (routes []string) {
	for _, field := range rule.Elements {
		routes = append(routes, bindings(string(field.Name.Name.AsIdentifier()), field.Val, method)...)
	}
	return routes
}

func bindings(field string, value ast.ValueNode, method string) (routes []string) {
	switch field {
	case "get", "post", "put", "delete", "patch":
		return []string{fmt.Sprintf("%s %s %s", strings.ToUpper(field), value.(ast.StringValueNode).AsString(), method)}
	case "body":
		return nil
	case "additional_bindings":
		if list, is := value.(*ast.ArrayLiteralNode); is {
			for _, rule := range list.Elements {
				routes = append(routes, routesOfRule(rule.(*ast.MessageLiteralNode), method)...)
			}
			return routes
		}
		return routesOfRule(value.(*ast.MessageLiteralNode), method)
	}
	panic("unknown field of google.api.http: " + field)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

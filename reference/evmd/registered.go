package main

import (
	"slices"
	"strings"

	gogoproto "github.com/cosmos/gogoproto/proto"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// routes are the paths of the REST gateway for methods of the chain's own packages: verb, path, method.
func routes() (all []string) {
	gogoproto.HybridResolver.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		if !strings.HasPrefix(string(file.Package()), "cosmos.evm.") {
			return true
		}
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			for j := range service.Methods().Len() {
				method := service.Methods().Get(j)
				rule, _ := proto.GetExtension(method.Options(), annotations.E_Http).(*annotations.HttpRule)
				if rule.GetGet() != "" {
					all = append(all, "GET "+rule.GetGet()+" /"+string(service.FullName())+"/"+string(method.Name()))
				}
			}
		}
		return true
	})
	slices.Sort(all)
	return slices.Compact(all)
}

// interfaces are those that the chain registers, with their implementations.
func (c *Chain) interfaces() map[string][]string {
	all := map[string][]string{}
	for _, name := range c.InterfaceRegistry.ListAllInterfaces() {
		types := c.InterfaceRegistry.ListImplementations(name)
		slices.Sort(types)
		all[name] = types
	}
	return all
}

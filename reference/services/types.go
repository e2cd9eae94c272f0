package services

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cosmos/gogoproto/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// chains are packages of chains; Go libraries add many more.
var chains = []string{
	"cosmos.", "cosmwasm.", "ibc.", "tendermint.", "grpc.reflection.", "neutron.", "osmosis.", "gaia.", "feemarket.", "slinky.", "nolus.",
}

// types are the messages, enums and services of all files that the app has, each on a line:
//
//	field of a message: name label type number json_name oneof
//	value of an enum: name number
//	method of a service: name request response
func types() map[string]string {
	all := map[string]string{}
	files, err := proto.MergedRegistry()
	check(err)
	files.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		if !slices.ContainsFunc(chains, func(prefix string) bool { return strings.HasPrefix(string(file.Package()), prefix) }) {
			return true
		}
		messages(file.Messages(), all)
		enums(file.Enums(), all)
		for i := 0; i < file.Services().Len(); i++ {
			service := file.Services().Get(i)
			lines := []string{}
			for j := 0; j < service.Methods().Len(); j++ {
				method := service.Methods().Get(j)
				lines = append(lines, fmt.Sprintf("%s %s %s", method.Name(), method.Input().FullName(), method.Output().FullName()))
			}
			all["service "+string(service.FullName())] = strings.Join(lines, ", ")
		}
		return true
	})
	return all
}

func messages(list protoreflect.MessageDescriptors, all map[string]string) {
	for i := 0; i < list.Len(); i++ {
		message := list.Get(i)
		lines := []string{}
		for j := 0; j < message.Fields().Len(); j++ {
			lines = append(lines, fieldLine(message.Fields().Get(j)))
		}
		all["message "+string(message.FullName())] = strings.Join(lines, ", ")
		messages(message.Messages(), all)
		enums(message.Enums(), all)
	}
}

func fieldLine(field protoreflect.FieldDescriptor) string {
	typ := field.Kind().String()
	if field.Message() != nil {
		typ = string(field.Message().FullName())
	}
	if field.Enum() != nil {
		typ = string(field.Enum().FullName())
	}
	label := field.Cardinality().String()
	if field.IsMap() {
		label = "map"
	} else if field.HasOptionalKeyword() {
		label = "explicit"
	}
	line := fmt.Sprintf("%s %s %s %d %s", field.Name(), label, typ, field.Number(), field.JSONName())
	if oneof := field.ContainingOneof(); oneof != nil {
		line += " " + string(oneof.Name())
	}
	if field.IsList() && field.IsPacked() {
		line += " packed"
	}
	return line
}

func enums(list protoreflect.EnumDescriptors, all map[string]string) {
	for i := 0; i < list.Len(); i++ {
		enum := list.Get(i)
		lines := []string{}
		for j := 0; j < enum.Values().Len(); j++ {
			lines = append(lines, fmt.Sprintf("%s %d", enum.Values().Get(j).Name(), enum.Values().Get(j).Number()))
		}
		all["enum "+string(enum.FullName())] = strings.Join(lines, ", ")
	}
}

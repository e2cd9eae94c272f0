// Program gateway records two things that the SDK does with protobuf types: how the REST gateway reads bodies of requests,
// and how messages that a chain has no Go code for are signed in amino JSON.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"cosmossdk.io/x/tx/signing/aminojson"
	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/linker"
	_ "github.com/cosmos/cosmos-sdk/types/tx"
	_ "github.com/cosmos/cosmos-sdk/types/tx/amino"
	_ "github.com/cosmos/cosmos-sdk/x/bank/types"
	_ "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	_ "github.com/cosmos/cosmos-sdk/x/mint/types"
	gateway "github.com/cosmos/gogogateway"
	"github.com/cosmos/gogoproto/proto"
	"google.golang.org/protobuf/encoding/protojson"
	protov2 "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
	"google.golang.org/protobuf/types/known/anypb"

	_ "cosmossdk.io/api/cosmos/base/v1beta1"
	_ "cosmossdk.io/api/cosmos/msg/v1"
	_ "google.golang.org/genproto/googleapis/api/annotations"
)

const program = "reference/gateway: cosmos-sdk v0.53.6, gogogateway v1.2.0, gogoproto v1.7.2, cosmossdk.io/x/tx v0.14.0"

func main() {
	out := os.Args[1]
	write(filepath.Join(out, "bodies.json"), map[string]any{"program": program, "bodies": bodies()})
	source, err := os.ReadFile("quotes.proto")
	check(err)
	write(filepath.Join(out, "amino.json"), map[string]any{"program": program, "proto": string(source), "messages": signed(string(source))})
}

type body struct {
	Type  string `json:"type"`
	Body  string `json:"body"`
	Bytes string `json:"bytes,omitempty"`
	Error string `json:"error,omitempty"`
}

// bodies are what a POST handler of the gateway reads: one JSON value, and nothing for an empty body.
func bodies() (all []body) {
	marshaler := &gateway.JSONPb{OrigName: true, EmitDefaults: true}
	for _, one := range given {
		m := reflectNew(one[0])
		result := body{Type: one[0], Body: one[1]}
		err := attempt(func() error { return marshaler.NewDecoder(strings.NewReader(one[1])).Decode(m) })
		if err != nil && err != io.EOF {
			result.Error = err.Error()
		} else {
			bz, err := proto.Marshal(m)
			check(err)
			result.Bytes = base64.StdEncoding.EncodeToString(bz)
		}
		all = append(all, result)
	}
	return all
}

func attempt(run func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return run()
}

type message struct {
	Type  string          `json:"type"`
	JSON  json.RawMessage `json:"json"`
	Bytes string          `json:"bytes"`
	Amino string          `json:"amino,omitempty"`
	Error string          `json:"error,omitempty"`
}

// signed writes each message as it stands in the document to sign: an Any of a type that is only known by its file.
func signed(source string) (all []message) {
	files := compile(source)
	types := dynamicpb.NewTypes(files)
	encoder := aminojson.NewEncoder(aminojson.EncoderOptions{FileResolver: files, TypeResolver: types})
	for _, one := range messages {
		descriptor, err := files.FindDescriptorByName(protoreflect.FullName(one[0]))
		check(err)
		m := dynamicpb.NewMessage(descriptor.(protoreflect.MessageDescriptor))
		check(protojson.UnmarshalOptions{Resolver: types}.Unmarshal([]byte(one[1]), m))
		bz, err := protov2.MarshalOptions{Deterministic: true}.Marshal(m)
		check(err)
		result := message{Type: one[0], JSON: json.RawMessage(one[1]), Bytes: base64.StdEncoding.EncodeToString(bz)}
		packed := &anypb.Any{TypeUrl: "/" + one[0], Value: bz}
		if amino, err := encoder.Marshal(packed); err != nil {
			result.Error = err.Error()
		} else {
			result.Amino = string(amino)
		}
		all = append(all, result)
	}
	return all
}

// compile gives the file with its imports, as descriptors whose options are known to Go.
func compile(source string) *protoregistry.Files {
	compiler := protocompile.Compiler{Resolver: protocompile.CompositeResolver{
		&protocompile.SourceResolver{Accessor: func(path string) (io.ReadCloser, error) {
			if path == "quotes.proto" {
				return io.NopCloser(strings.NewReader(source)), nil
			}
			return nil, os.ErrNotExist
		}},
		protocompile.ResolverFunc(func(path string) (protocompile.SearchResult, error) {
			file, err := proto.HybridResolver.FindFileByPath(path)
			if err != nil {
				return protocompile.SearchResult{}, err
			}
			return protocompile.SearchResult{Proto: protodesc.ToFileDescriptorProto(file)}, nil
		}),
	}}
	linked, err := compiler.Compile(context(), "quotes.proto")
	check(err)
	bz, err := protov2.Marshal(protodesc.ToFileDescriptorProto(linked[0].(linker.Result)))
	check(err)
	var file descriptorpb.FileDescriptorProto
	check(protov2.Unmarshal(bz, &file))
	made, err := protodesc.NewFile(&file, proto.HybridResolver)
	check(err)
	files := &protoregistry.Files{}
	check(files.RegisterFile(made))
	protoregistry.GlobalFiles.RangeFiles(func(one protoreflect.FileDescriptor) bool {
		if one.Path() == "cosmos/base/v1beta1/coin.proto" || strings.HasPrefix(one.Path(), "google/protobuf/") {
			check(files.RegisterFile(one))
		}
		return true
	})
	return files
}

func write(path string, value any) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	check(encoder.Encode(value))
	check(os.MkdirAll(filepath.Dir(path), 0o755))
	check(os.WriteFile(path, buffer.Bytes(), 0o644))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

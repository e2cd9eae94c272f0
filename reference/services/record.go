// Package services writes down what a chain's app offers to the clients of its node: gRPC services, their types, the paths of the
// REST gateway, and what the services that describe the app answer.
package services

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net"
	"os"
	"reflect"
	"sort"
	"unsafe"

	"cosmossdk.io/log"
	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/server/api"
	"github.com/cosmos/cosmos-sdk/server/config"
	servergrpc "github.com/cosmos/cosmos-sdk/server/grpc"
	servertypes "github.com/cosmos/cosmos-sdk/server/types"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
)

// Answer is what a method gave for a request: bytes in base64, or a status.
type Answer struct {
	Method   string `json:"method"`
	Request  string `json:"request"`
	Response string `json:"response,omitempty"`
	Code     int    `json:"code,omitempty"`
	Message  string `json:"message,omitempty"`
}

// Recording is the content of a file.
type Recording struct {
	Program  string              `json:"program"`
	Services map[string][]string `json:"services"`
	Routes   []string            `json:"routes"`
	Types    map[string]string   `json:"types"`
	Answers  []Answer            `json:"answers"`
}

// Record starts the servers of an app that has made its first block, and asks them.
func Record(path, program string, app servertypes.Application, ctx client.Context) {
	app.RegisterTxService(ctx)
	app.RegisterTendermintService(ctx)
	app.RegisterNodeService(ctx, *config.DefaultConfig())
	server, err := servergrpc.NewGRPCServer(ctx, app, config.DefaultConfig().GRPC)
	check(err)
	listener := bufconn.Listen(1 << 20)
	go func() { check(server.Serve(listener)) }()
	dial := func(context.Context, string) (net.Conn, error) { return listener.Dial() }
	conn, err := grpc.NewClient("passthrough:///app", grpc.WithContextDialer(dial), grpc.WithTransportCredentials(insecure.NewCredentials()))
	check(err)
	gateway := api.New(ctx.WithGRPCClient(conn), log.NewNopLogger(), server)
	app.RegisterAPIRoutes(gateway, config.DefaultConfig().API)
	r := Recording{
		Program:  program,
		Services: map[string][]string{},
		Routes:   routes(gateway.GRPCGatewayRouter),
		Types:    types(),
		Answers:  append(reflections(conn), unaries(conn)...),
	}
	for name, info := range server.GetServiceInfo() {
		methods := []string{}
		for _, method := range info.Methods {
			methods = append(methods, method.Name)
		}
		sort.Strings(methods)
		r.Services[name] = methods
	}
	write(path, r)
}

// routes are the paths that the gateway knows, from its unexported table.
func routes(mux any) (all []string) {
	handlers := reflect.ValueOf(mux).Elem().FieldByName("handlers")
	for _, verb := range handlers.MapKeys() {
		list := handlers.MapIndex(verb)
		for i := 0; i < list.Len(); i++ {
			pattern := list.Index(i).FieldByName("pat")
			copied := reflect.New(pattern.Type()).Elem()
			copied.Set(reflect.NewAt(pattern.Type(), unsafe.Pointer(pattern.UnsafeAddr())).Elem())
			all = append(all, verb.String()+" "+copied.Interface().(interface{ String() string }).String())
		}
	}
	sort.Strings(all)
	return all
}

// raw passes bytes.
type raw struct{}

func (raw) Marshal(v any) ([]byte, error)    { return *v.(*[]byte), nil }
func (raw) Unmarshal(bz []byte, v any) error { *v.(*[]byte) = append([]byte{}, bz...); return nil }
func (raw) Name() string                     { return "raw" }

func ask(conn *grpc.ClientConn, method string, request []byte) Answer {
	var response []byte
	answer := Answer{Method: method, Request: base64.StdEncoding.EncodeToString(request)}
	if err := conn.Invoke(context.Background(), method, &request, &response, grpc.ForceCodec(raw{}), grpc.MaxCallRecvMsgSize(1<<28)); err != nil {
		answer.Code, answer.Message = int(status.Code(err)), status.Convert(err).Message()
	} else {
		answer.Response = base64.StdEncoding.EncodeToString(response)
	}
	return answer
}

func write(path string, value any) {
	file, err := os.Create(path)
	check(err)
	encoder := json.NewEncoder(file)
	encoder.SetIndent("", " ")
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(value))
	check(file.Close())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func field(number int, text string) []byte {
	return append([]byte{byte(number<<3 | 2), byte(len(text))}, text...)
}

package services

import (
	"context"
	"encoding/base64"
	"io"
	"sort"

	"github.com/cosmos/cosmos-sdk/client/grpc/reflection"
	"google.golang.org/grpc"
	rpb "google.golang.org/grpc/reflection/grpc_reflection_v1alpha"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
)

const serverReflection = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"

// reflections are requests of a stream each, with what the server answered.
func reflections(conn *grpc.ClientConn) (all []Answer) {
	symbol := func(name string) *rpb.ServerReflectionRequest {
		return &rpb.ServerReflectionRequest{MessageRequest: &rpb.ServerReflectionRequest_FileContainingSymbol{FileContainingSymbol: name}}
	}
	file := func(name string) *rpb.ServerReflectionRequest {
		return &rpb.ServerReflectionRequest{MessageRequest: &rpb.ServerReflectionRequest_FileByFilename{FileByFilename: name}}
	}
	extension := func(name string, number int32) *rpb.ServerReflectionRequest {
		return &rpb.ServerReflectionRequest{MessageRequest: &rpb.ServerReflectionRequest_FileContainingExtension{
			FileContainingExtension: &rpb.ExtensionRequest{ContainingType: name, ExtensionNumber: number}}}
	}
	numbers := func(name string) *rpb.ServerReflectionRequest {
		return &rpb.ServerReflectionRequest{MessageRequest: &rpb.ServerReflectionRequest_AllExtensionNumbersOfType{AllExtensionNumbersOfType: name}}
	}
	requests := []*rpb.ServerReflectionRequest{
		{MessageRequest: &rpb.ServerReflectionRequest_ListServices{ListServices: "*"}},
		{},
		{Host: "here"},
	}
	for _, name := range []string{
		"", "no.such.Thing", "cosmos.bank.v1beta1", "cosmos.bank.v1beta1.Query", "cosmos.bank.v1beta1.Query.Balance",
		"cosmos.bank.v1beta1.Query.NoSuch", "cosmos.bank.v1beta1.QueryBalanceRequest", "cosmos.bank.v1beta1.QueryBalanceRequest.denom",
		"cosmos.bank.v1beta1.QueryBalanceRequest.no_such", "cosmos.tx.v1beta1.ModeInfo.sum", "cosmos.tx.v1beta1.ModeInfo.Single",
		"ibc.core.channel.v1.Order", "ibc.core.channel.v1.Order.ORDER_UNORDERED", "ibc.core.channel.v1.ORDER_UNORDERED",
		"cosmos.bank.v1beta1.Msg", "cosmos.bank.v1beta1.MsgSend", "google.protobuf.Any", "google.protobuf.Timestamp",
		"google.protobuf.FileDescriptorProto", "google.protobuf.FieldOptions", "google.protobuf.Empty", "google.api.http", "gogoproto.nullable",
		"cosmos.msg.v1.signer", "amino.name", "grpc.reflection.v1alpha.ServerReflection", "grpc.reflection.v1.ServerReflection",
		"grpc.reflection.v1alpha.ServerReflectionRequest", "cosmos.reflection.v1.ReflectionService", "cosmos.autocli.v1.Query",
		"cosmos.base.reflection.v1beta1.ReflectionService", "cosmos.base.reflection.v2alpha1.ReflectionService",
		".cosmos.bank.v1beta1.Query", "cosmos.vesting.v1beta1.ContinuousVestingAccount", "cosmos.crypto.ed25519.PubKey",
	} {
		requests = append(requests, symbol(name))
	}
	for _, name := range []string{
		"", "no/such.proto", "cosmos/bank/v1beta1/query.proto", "google/protobuf/any.proto", "google/protobuf/descriptor.proto",
		"gogoproto/gogo.proto", "grpc/reflection/v1alpha/reflection.proto", "cosmos/bank/v1beta1.proto",
	} {
		requests = append(requests, file(name))
	}
	for _, name := range []string{"", "no.such.Thing", "cosmos.bank.v1beta1.MsgSend", "google.protobuf.FieldOptions", "google.protobuf.Any"} {
		requests = append(requests, numbers(name), extension(name, 1), extension(name, 65001))
	}
	for _, request := range requests {
		all = append(all, reflected(conn, request))
	}
	return all
}

func reflected(conn *grpc.ClientConn, request *rpb.ServerReflectionRequest) Answer {
	bz, err := proto.Marshal(request)
	check(err)
	answer := Answer{Method: serverReflection, Request: base64.StdEncoding.EncodeToString(bz)}
	stream, err := rpb.NewServerReflectionClient(conn).ServerReflectionInfo(context.Background(), grpc.MaxCallRecvMsgSize(1<<28))
	check(err)
	check(stream.Send(request))
	check(stream.CloseSend())
	response, err := stream.Recv()
	if err != nil && err != io.EOF {
		answer.Code, answer.Message = int(status.Code(err)), status.Convert(err).Message()
		return answer
	}
	if files := response.GetFileDescriptorResponse(); files != nil {
		// Only what is found, not how it is cut into files.
		files.FileDescriptorProto = nil
	}
	bz, err = proto.Marshal(response)
	check(err)
	answer.Response = base64.StdEncoding.EncodeToString(bz)
	return answer
}

// files keeps of all files their names and packages.
func files(answer Answer) Answer {
	bz, err := base64.StdEncoding.DecodeString(answer.Response)
	check(err)
	var all descriptorpb.FileDescriptorSet
	check(proto.Unmarshal(bz, &all))
	for i, file := range all.File {
		all.File[i] = &descriptorpb.FileDescriptorProto{Name: file.Name, Package: file.Package}
	}
	sort.Slice(all.File, func(i, j int) bool { return all.File[i].GetName() < all.File[j].GetName() })
	bz, err = proto.Marshal(&all)
	check(err)
	answer.Response = base64.StdEncoding.EncodeToString(bz)
	return answer
}

// unaries are requests to the services that describe the app.
func unaries(conn *grpc.ClientConn) (all []Answer) {
	const v1, v2 = "/cosmos.base.reflection.v1beta1.ReflectionService/", "/cosmos.base.reflection.v2alpha1.ReflectionService/"
	listed := ask(conn, v1+"ListAllInterfaces", nil)
	all = append(all, listed, ask(conn, v1+"ListImplementations", nil), ask(conn, v1+"ListImplementations", field(1, "no.such.Interface")))
	bz, err := base64.StdEncoding.DecodeString(listed.Response)
	check(err)
	var interfaces reflection.ListAllInterfacesResponse
	check(interfaces.Unmarshal(bz))
	sort.Strings(interfaces.InterfaceNames)
	for _, name := range interfaces.InterfaceNames {
		all = append(all, ask(conn, v1+"ListImplementations", field(1, name)))
	}
	for _, method := range []string{
		"GetAuthnDescriptor", "GetChainDescriptor", "GetCodecDescriptor", "GetConfigurationDescriptor", "GetQueryServicesDescriptor", "GetTxDescriptor",
	} {
		all = append(all, ask(conn, v2+method, nil))
	}
	for _, request := range [][]byte{nil, field(1, "baseapp"), append(field(1, "baseapp"), field(2, "BlockParams")...), append(field(1, "no"), field(2, "such")...),
		append(field(1, "bank"), field(2, "DefaultSendEnabled")...), append(field(1, "auth"), field(2, "no such")...), append(field(1, "gov"), field(2, " ")...),
		field(2, "MaxMemoCharacters"), {8, 1}} {
		all = append(all, ask(conn, "/cosmos.params.v1beta1.Query/Params", request))
	}
	all = append(all, ask(conn, "/cosmos.params.v1beta1.Query/Subspaces", nil), ask(conn, "/cosmos.autocli.v1.Query/AppOptions", nil))
	for _, method := range []string{"CurrentPlan", "AppliedPlan", "ModuleVersions", "Authority", "UpgradedConsensusState"} {
		all = append(all, ask(conn, "/cosmos.upgrade.v1beta1.Query/"+method, nil))
	}
	for _, name := range []string{"bank", "upgrade", "no-such", "Bank", " "} {
		all = append(all, ask(conn, "/cosmos.upgrade.v1beta1.Query/ModuleVersions", field(1, name)))
	}
	all = append(all, ask(conn, "/cosmos.upgrade.v1beta1.Query/AppliedPlan", field(1, "v2")), files(ask(conn, "/cosmos.reflection.v1.ReflectionService/FileDescriptors", nil)))
	return append(all, ask(conn, "/no.such.Service/Method", nil), ask(conn, "/cosmos.bank.v1beta1.Query/NoSuch", nil))
}

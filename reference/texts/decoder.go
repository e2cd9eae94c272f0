package main

import (
	"sort"
	"strings"

	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/testutil/network"
	sdk "github.com/cosmos/cosmos-sdk/types"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"
	"github.com/cosmos/gogoproto/proto"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

type verdict struct {
	Type  string `json:"type"`
	Field string `json:"field"`
	Value []byte `json:"value"`
	Error string `json:"error,omitempty"`
}

// verdicts tell which messages the decoder of transactions refuses for a text that is not UTF-8, by the first text of each message.
func verdicts(n *network.Network) (all []verdict) {
	registry := n.Validators[0].ClientCtx.InterfaceRegistry
	urls := registry.ListImplementations(sdk.MsgInterfaceProtoName)
	sort.Strings(urls)
	for _, typeURL := range urls {
		descriptor, err := proto.HybridResolver.FindDescriptorByName(protoreflect.FullName(typeURL[1:]))
		check(err)
		fields := descriptor.(protoreflect.MessageDescriptor).Fields()
		for i := 0; i < fields.Len(); i++ {
			field := fields.Get(i)
			if field.Kind() != protoreflect.StringKind {
				continue
			}
			value := protowire.AppendString(protowire.AppendTag(nil, field.Number(), protowire.BytesType), "\xff")
			body, err := (&txtypes.TxBody{Messages: []*codectypes.Any{{TypeUrl: typeURL, Value: value}}}).Marshal()
			check(err)
			auth, err := (&txtypes.AuthInfo{Fee: &txtypes.Fee{}}).Marshal()
			check(err)
			raw, err := (&txtypes.TxRaw{BodyBytes: body, AuthInfoBytes: auth}).Marshal()
			check(err)
			one := verdict{Type: typeURL, Field: string(field.Name()), Value: value}
			if _, err := n.Config.TxConfig.TxDecoder()(raw); err != nil && strings.Contains(err.Error(), "UTF-8") {
				one.Error = err.Error()
			}
			all = append(all, one)
			break
		}
	}
	return all
}

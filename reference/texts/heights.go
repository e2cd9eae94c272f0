package main

import (
	"context"
	"net/http"

	"github.com/cosmos/cosmos-sdk/testutil/network"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

type height struct {
	Header string `json:"header"`
	Status int    `json:"status"`
	Body   string `json:"body"`
	Code   string `json:"code"`
	Error  string `json:"error,omitempty"`
}

// heights are what REST and gRPC answer to a query at a height.
func heights(n *network.Network) (all []height) {
	v := n.Validators[0]
	s := &sender{Network: n, Validator: v}
	for _, text := range []string{"", "0", "1", "01", "+1", "-1", "-0", "0x1", "1e0", "1.0", " 1", "1_0", "abc", "\"1\"", "99999999", "9223372036854775807", "9223372036854775808", "-9223372036854775809"} {
		request, err := http.NewRequest("GET", v.APIAddress+"/cosmos/bank/v1beta1/params", nil)
		check(err)
		request.Header.Set("x-cosmos-block-height", text)
		response, err := http.DefaultClient.Do(request)
		check(err)
		one := height{Header: text}
		one.Status, one.Body = read(response)
		ctx := metadata.AppendToOutgoingContext(context.Background(), "x-cosmos-block-height", text)
		_, err = banktypes.NewQueryClient(s.grpc()).Params(ctx, &banktypes.QueryParamsRequest{})
		one.Code = status.Code(err).String()
		if err != nil {
			one.Error = status.Convert(err).Message()
		}
		all = append(all, one)
	}
	return all
}

package main

import (
	"github.com/cosmos/cosmos-sdk/codec"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

type any2 = cryptotypes.PubKey

func (s *sender) grpc() *grpc.ClientConn {
	client, err := grpc.NewClient(s.AppConfig.GRPC.Address, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodec(codec.NewProtoCodec(s.ClientCtx.InterfaceRegistry).GRPCCodec())))
	check(err)
	return client
}

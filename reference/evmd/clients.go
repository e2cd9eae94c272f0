package main

import (
	"time"

	cmtmath "github.com/cometbft/cometbft/libs/math"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/gogoproto/proto"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	commitmenttypes "github.com/cosmos/ibc-go/v11/modules/core/23-commitment/types"
	ibctm "github.com/cosmos/ibc-go/v11/modules/light-clients/07-tendermint"
	ics23 "github.com/cosmos/ics23/go"
)

// heights of proofs as tuples of the ABI.
type heightTuple struct{ F0, F1 uint64 }

// clients calls the contract of light clients: of a chain that does not exist, and of the chain itself.
func clients() *Chain {
	c := start(nil)
	me := at(0x807)
	proxy := c.create(alice, 300_000, forwarder)
	call := func(input []byte) {
		c.call(alice, me, wei(0), 500_000, input)
		c.call(alice, proxy, wei(0), 600_000, forward(me, 0, input))
		c.call(alice, proxy, wei(0), 600_000, forward(me, 1, input))
	}

	c.tell("a client of another chain")
	state := ibctm.NewClientState("other-1", ibctm.Fraction(cmtmath.Fraction{Numerator: 1, Denominator: 3}), time.Hour, 2*time.Hour, time.Second,
		clienttypes.NewHeight(1, 5), []*ics23.ProofSpec{ics23.IavlSpec, ics23.TendermintSpec}, []string{"upgrade", "upgradedIBCState"})
	known := ibctm.NewConsensusState(time.Unix(0, int64(c.in(0))), commitmenttypes.NewMerkleRoot(make([]byte, 32)), make([]byte, 32))
	c.relays(500_000, must(clienttypes.NewMsgCreateClient(state, known, carol.address.String())))
	for _, id := range []string{"07-tendermint-0", "07-tendermint-7", "09-localhost", "06-solomachine-0", "", "x", "client with blanks", "client/0", "unknowntype-0"} {
		call(method("getClientState(string)", id))
	}

	c.tell("headers")
	header := func(height int64) []byte {
		return message(&ibctm.Header{SignedHeader: &cmtproto.SignedHeader{Header: &cmtproto.Header{ChainID: "other-1", Height: height}, Commit: &cmtproto.Commit{Height: height}},
			TrustedHeight: clienttypes.NewHeight(1, 5)})
	}
	for _, one := range []struct {
		id    string
		bytes []byte
	}{
		{"07-tendermint-0", header(6)}, {"07-tendermint-7", header(6)}, {"x", header(6)}, {"07-tendermint-0", nil}, {"07-tendermint-0", []byte{1, 2, 3}},
		{"07-tendermint-0", message(state)}, {"07-tendermint-0", message(&ibctm.Misbehaviour{})}, {"07-tendermint-0", message(&ibctm.Header{})},
		{"09-localhost", header(6)},
	} {
		call(method("updateClient(string,bytes)", one.id, one.bytes))
	}

	c.tell("proofs")
	key := []byte("clients/07-tendermint-0/clientState")
	held := message(state)
	member := "verifyMembership(string,bytes,(uint64,uint64),bytes[],bytes)"
	absent := "verifyNonMembership(string,bytes,(uint64,uint64),bytes[])"
	for _, id := range []string{"09-localhost", "07-tendermint-0", "07-tendermint-7", "x"} {
		for _, at := range []heightTuple{{1, 5}, {0, 0}, {1, 6}} {
			call(method(member, id, proof, at, [][]byte{[]byte("ibc"), key}, held))
			call(method(absent, id, proof, at, [][]byte{[]byte("ibc"), key}))
		}
	}
	one := heightTuple{1, 1}
	call(method(member, "09-localhost", proof, one, [][]byte{[]byte("ibc"), key}, []byte("another")))
	call(method(member, "09-localhost", []byte{2}, one, [][]byte{[]byte("ibc"), key}, held))
	call(method(member, "09-localhost", proof, one, [][]byte{key}, held))
	call(method(member, "09-localhost", proof, one, [][]byte{[]byte("bank"), key}, held))
	call(method(member, "09-localhost", proof, one, [][]byte{[]byte("ibc"), []byte("nothing")}, held))
	call(method(absent, "09-localhost", proof, one, [][]byte{[]byte("ibc"), []byte("nothing")}))
	call(method(absent, "09-localhost", []byte{2}, one, [][]byte{[]byte("ibc"), []byte("nothing")}))
	call(method(absent, "09-localhost", proof, one, [][]byte{}))
	call(method(member, "07-tendermint-0", []byte{}, heightTuple{1, 5}, [][]byte{[]byte("ibc"), key}, held))
	call(method(member, "07-tendermint-0", must(c.App.Codec.Marshal(&commitmenttypes.MerkleProof{})), heightTuple{1, 5}, [][]byte{[]byte("ibc"), key}, held))

	c.tell("calls that are none")
	for _, input := range [][]byte{nil, {1, 2}, method("nothing()"), method("getClientState(string)", "07-tendermint-0")[:20]} {
		c.call(alice, me, wei(0), 100_000, input)
	}
	c.call(alice, me, wei(1), 200_000, method("getClientState(string)", "07-tendermint-0"))
	c.call(alice, me, wei(0), 24_000, method("getClientState(string)", "07-tendermint-0"))
	return c
}

// message is one with its type, as clients are given it.
func message(one proto.Message) []byte {
	return must(must(codectypes.NewAnyWithValue(one)).Marshal())
}

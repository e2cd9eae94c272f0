package main

import (
	"encoding/hex"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/gogoproto/proto"
	transfertypes "github.com/cosmos/ibc-go/v10/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	types "github.com/cosmos/ibc-go/v10/modules/core/04-channel/v2/types"
)

var (
	proof  = []byte{1}
	height = clienttypes.NewHeight(1, startHeight)
	soon   = uint64(startTime.Add(time.Minute).Unix())
	later  = uint64(startTime.Add(time.Hour).Unix())
	// success is what a transfer answers.
	success = []byte(`{"result":"AQ=="}`)
)

// sentIn are the packets of events.
func sentIn(events []abci.Event) []types.Packet {
	all := []types.Packet{}
	for _, event := range events {
		for _, one := range event.Attributes {
			if event.Type != types.EventTypeSendPacket || one.Key != types.AttributeKeyEncodedPacketHex {
				continue
			}
			bz, err := hex.DecodeString(one.Value)
			check(err)
			var packet types.Packet
			check(proto.Unmarshal(bz, &packet))
			all = append(all, packet)
		}
	}
	return all
}

func (r *Rec) receive(name string, p types.Packet) []types.Packet {
	return r.msg(name, types.NewMsgRecvPacket(p, proof, height, relayer.String()))
}

func (r *Rec) acknowledge(name string, p types.Packet, ack []byte) {
	r.msg(name, types.NewMsgAcknowledgement(p, types.NewAcknowledgement(ack), proof, height, relayer.String()))
}

func (r *Rec) timeOut(name string, p types.Packet) {
	r.msg(name, types.NewMsgTimeout(p, proof, height, relayer.String()))
}

// answered writes an acknowledgement that no application gave.
func (r *Rec) answered(name string, p types.Packet, ack []byte) {
	r.put(name, func(ctx sdk.Context) {
		r.IBCKeeper.ChannelKeeperV2.SetPacketAcknowledgement(ctx, p.DestinationClient, p.Sequence,
			types.CommitAcknowledgement(types.NewAcknowledgement(ack)))
	})
}

// arrived writes the commitment of a packet that no application sent.
func (r *Rec) arrived(name string, p types.Packet) []types.Packet {
	r.put("commitment of "+name, func(ctx sdk.Context) {
		r.IBCKeeper.ChannelKeeperV2.SetPacketCommitment(ctx, p.SourceClient, p.Sequence, types.CommitPacket(p))
	})
	return r.receive(name, p)
}

// a transfer of alice over a client.
func transfer(client, denom string, amount int64, change ...func(*transfertypes.MsgTransfer)) *transfertypes.MsgTransfer {
	msg := &transfertypes.MsgTransfer{
		SourcePort: "transfer", SourceChannel: client, Token: sdk.NewInt64Coin(denom, amount), Sender: alice.String(),
		Receiver: bob.String(), TimeoutTimestamp: later,
	}
	for _, one := range change {
		one(msg)
	}
	return msg
}

// transferred is the packet of a transfer with a payload of its own.
func transferred(sequence uint64, value []byte, change ...func(*types.Payload)) types.Packet {
	payload := types.NewPayload("transfer", "transfer", "ics20-1", transfertypes.EncodingJSON, value)
	for _, one := range change {
		one(&payload)
	}
	return types.NewPacket(sequence, here, there, later, payload)
}

func dataOf(amount string) transfertypes.FungibleTokenPacketData {
	return transfertypes.NewFungibleTokenPacketData("stake", amount, alice.String(), bob.String(), "")
}

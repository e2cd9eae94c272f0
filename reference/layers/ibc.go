package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"
	transfertypes "github.com/cosmos/ibc-go/v10/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	connectiontypes "github.com/cosmos/ibc-go/v10/modules/core/03-connection/types"
	channeltypes "github.com/cosmos/ibc-go/v10/modules/core/04-channel/types"
	porttypes "github.com/cosmos/ibc-go/v10/modules/core/05-port/types"
	commitmenttypes "github.com/cosmos/ibc-go/v10/modules/core/23-commitment/types"
	ibctypes "github.com/cosmos/ibc-go/v10/modules/core/types"
	ibctm "github.com/cosmos/ibc-go/v10/modules/light-clients/07-tendermint"
)

const (
	port    = "transfer"
	version = transfertypes.V1
	day     = 24 * time.Hour
)

// channels opens a client, a connection and transfer channels: channel-0 to channel-10 there, channel-1 to channel-11, and so on.
func (r *Rec) channels(count int) *Rec {
	client := ibctm.NewClientState("other-1", ibctm.DefaultTrustLevel, 14*day, 21*day, 10*time.Second,
		clienttypes.NewHeight(1, 50), commitmenttypes.GetSDKSpecs(), []string{"upgrade", "upgradedIBCState"})
	consensus := ibctm.NewConsensusState(startTime.Add(-10*time.Second), commitmenttypes.NewMerkleRoot(bytes.Repeat([]byte{5}, 32)), bytes.Repeat([]byte{6}, 32))
	cdc := r.AppCodec()
	id, err := r.IBCKeeper.ClientKeeper.CreateClient(r.ctx, "07-tendermint", cdc.MustMarshal(client), cdc.MustMarshal(consensus))
	check(err)
	there := connectiontypes.NewCounterparty("07-tendermint-9", "connection-9", commitmenttypes.NewMerklePrefix([]byte("ibc")))
	r.IBCKeeper.ConnectionKeeper.SetConnection(r.ctx, "connection-0",
		connectiontypes.NewConnectionEnd(connectiontypes.OPEN, id, there, connectiontypes.GetCompatibleVersions(), 0))
	for i := range count {
		name := "channel-" + strconv.Itoa(i)
		end := channeltypes.NewChannel(channeltypes.OPEN, channeltypes.UNORDERED,
			channeltypes.NewCounterparty(port, "channel-"+strconv.Itoa(10+i)), []string{"connection-0"}, version)
		r.IBCKeeper.ChannelKeeper.SetChannel(r.ctx, port, name, end)
		r.IBCKeeper.ChannelKeeper.SetNextSequenceSend(r.ctx, port, name, 1)
	}
	return r
}

// packet is one from the other chain's end of a channel, with an ICS-20 transfer.
func packet(sequence uint64, channel int, denom, amount, sender, receiver, memo string) channeltypes.Packet {
	ics20 := transfertypes.NewFungibleTokenPacketData(denom, amount, sender, receiver, memo)
	return raw(sequence, channel, string(ics20.GetBytes()))
}

func raw(sequence uint64, channel int, bz string) channeltypes.Packet {
	return channeltypes.NewPacket([]byte(bz), sequence, port, "channel-"+strconv.Itoa(10+channel), port, "channel-"+strconv.Itoa(channel),
		clienttypes.NewHeight(1, 1000), 0)
}

// sent is the packet that this chain sent last over a channel, as its event tells it.
func (r *Rec) sent(channel int) channeltypes.Packet {
	name := "channel-" + strconv.Itoa(channel)
	for i := len(r.story.Steps) - 1; i >= 0; i-- {
		for _, event := range sentIn(r.story.Steps[i]) {
			if event["packet_src_channel"] == name {
				return packetOf(event)
			}
		}
	}
	panic("nothing was sent over " + name)
}

func packetJSON(p channeltypes.Packet) Fields {
	return Fields{
		"sequence": strconv.FormatUint(p.Sequence, 10), "source_port": p.SourcePort, "source_channel": p.SourceChannel,
		"destination_port": p.DestinationPort, "destination_channel": p.DestinationChannel, "data_utf8": string(p.Data),
		"timeout_height": Fields{
			"revision_number": strconv.FormatUint(p.TimeoutHeight.RevisionNumber, 10),
			"revision_height": strconv.FormatUint(p.TimeoutHeight.RevisionHeight, 10),
		},
		"timeout_timestamp": strconv.FormatUint(p.TimeoutTimestamp, 10),
	}
}

func (r *Rec) stack() porttypes.IBCModule {
	route, ok := r.IBCKeeper.PortKeeper.Route(port)
	if !ok {
		panic("no route")
	}
	return route
}

// recv gives a packet to the top of the transfer stack, as IBC does after it verified one: what an application writes that refuses it is dropped,
// and its events are marked. The acknowledgement is not written.
func (r *Rec) recv(name string, p channeltypes.Packet) {
	do := Fields{"kind": "ibc_recv", "channel_version": version, "packet": packetJSON(p), "relayer": relayer.String()}
	r.step(name, do, func(ctx sdk.Context, expect Fields) error {
		branch, write := ctx.CacheContext()
		ack := r.stack().OnRecvPacket(branch, version, p, relayer)
		expect["ack_utf8"] = nil
		if ack != nil {
			expect["ack_utf8"] = plain(string(ack.Acknowledgement()))
		}
		if ack == nil || ack.Success() {
			write()
			return nil
		}
		for _, event := range branch.EventManager().Events() {
			marked := sdk.NewEvent(ibctypes.ErrorAttributeKeyPrefix + event.Type)
			for _, one := range event.Attributes {
				marked = marked.AppendAttributes(sdk.NewAttribute(ibctypes.ErrorAttributeKeyPrefix+one.Key, one.Value))
			}
			ctx.EventManager().EmitEvent(marked)
		}
		return nil
	})
}

func (r *Rec) ack(name string, p channeltypes.Packet, ack string) {
	do := Fields{"kind": "ibc_ack", "channel_version": version, "packet": packetJSON(p), "ack_utf8": ack, "relayer": relayer.String()}
	r.step(name, do, func(ctx sdk.Context, _ Fields) error {
		return r.stack().OnAcknowledgementPacket(ctx, version, p, []byte(ack), relayer)
	})
}

func (r *Rec) timeout(name string, p channeltypes.Packet) {
	do := Fields{"kind": "ibc_timeout", "channel_version": version, "packet": packetJSON(p), "relayer": relayer.String()}
	r.step(name, do, func(ctx sdk.Context, _ Fields) error { return r.stack().OnTimeoutPacket(ctx, version, p, relayer) })
}

const succeeded = `{"result":"AQ=="}`

func refused(text string) string {
	bz, err := json.Marshal(map[string]string{"error": text})
	check(err)
	return string(bz)
}

// voucher is the denomination here of coins that came over a channel.
func voucher(denom string, channel int) string {
	return transfertypes.NewDenom(denom, transfertypes.NewHop(port, "channel-"+strconv.Itoa(channel))).IBCDenom()
}

func encode(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

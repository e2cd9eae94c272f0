package main

import (
	"strconv"

	abci "github.com/cometbft/cometbft/abci/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v10/modules/core/04-channel/types"
)

// The chain is its own counterparty, over ibc-go's localhost connection, where one byte stands for a proof.
var (
	hops  = []string{"connection-localhost"}
	proof = []byte{1}
)

func (c *Chain) proofHeight() clienttypes.Height { return clienttypes.NewHeight(1, uint64(c.height)) }

// handshake opens both ends of a channel whose first end has begun; it gives the second.
func (c *Chain) handshake(order channeltypes.Order, port, channel, otherPort, version string) string {
	signer := c.relayer.address.String()
	tried := must(c.do(c.relayer, channeltypes.NewMsgChannelOpenTry(otherPort, version, order, hops, port, channel, version, proof, c.proofHeight(), signer)))
	other := attribute(tried, "channel_open_try", "channel_id")
	otherVersion := attribute(tried, "channel_open_try", "version")
	must(c.do(c.relayer, channeltypes.NewMsgChannelOpenAck(port, channel, other, otherVersion, proof, c.proofHeight(), signer)))
	must(c.do(c.relayer, channeltypes.NewMsgChannelOpenConfirm(otherPort, other, proof, c.proofHeight(), signer)))
	return other
}

// openTransfer opens channel-0 and channel-1.
func (c *Chain) openTransfer() {
	signer := c.relayer.address.String()
	begun := must(c.do(c.relayer, channeltypes.NewMsgChannelOpenInit("transfer", "ics20-1", channeltypes.UNORDERED, hops, "transfer", signer)))
	c.handshake(channeltypes.UNORDERED, "transfer", attribute(begun, "channel_open_init", "channel_id"), "transfer", "ics20-1")
}

// sent is the packet that a transaction sent.
func sent(result *abci.ExecTxResult) channeltypes.Packet {
	of := func(key string) string { return attribute(result, "send_packet", "packet_"+key) }
	number := func(text string) uint64 {
		n, err := strconv.ParseUint(text, 10, 64)
		check(err)
		return n
	}
	height, err := clienttypes.ParseHeight(of("timeout_height"))
	check(err)
	return channeltypes.NewPacket(unhex(of("data_hex")), number(of("sequence")), of("src_port"), of("src_channel"),
		of("dst_port"), of("dst_channel"), height, number(of("timeout_timestamp")))
}

// receive delivers a packet, and gives its acknowledgement.
func (c *Chain) receive(packet channeltypes.Packet) []byte {
	result := must(c.do(c.relayer, channeltypes.NewMsgRecvPacket(packet, proof, c.proofHeight(), c.relayer.address.String())))
	return unhex(attribute(result, "write_acknowledgement", "packet_ack_hex"))
}

func (c *Chain) acknowledge(packet channeltypes.Packet, ack []byte) *abci.ExecTxResult {
	return c.do(c.relayer, c.ackOf(packet, ack))
}

func (c *Chain) ackOf(packet channeltypes.Packet, ack []byte) sdk.Msg {
	return channeltypes.NewMsgAcknowledgement(packet, ack, proof, c.proofHeight(), c.relayer.address.String())
}

func (c *Chain) relay(packet channeltypes.Packet) *abci.ExecTxResult {
	return c.acknowledge(packet, c.receive(packet))
}

func (c *Chain) timeout(packet channeltypes.Packet) *abci.ExecTxResult {
	next := packet.Sequence
	return c.do(c.relayer, channeltypes.NewMsgTimeout(packet, next, proof, c.proofHeight(), c.relayer.address.String()))
}

package main

import (
	"bytes"
	"fmt"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	clientv2types "github.com/cosmos/ibc-go/v10/modules/core/02-client/v2/types"
	types "github.com/cosmos/ibc-go/v10/modules/core/04-channel/v2/types"
)

// Both ends of a packet are the client of the chain itself, where one byte stands for a proof.
const self = "09-localhost"

var now = uint64(startTime.Unix())

// paired has the chain's client of itself as its own counterparty.
func paired(name string) *Rec {
	r := tell(name)
	r.keeper.ClientV2Keeper.SetClientCounterparty(r.ctx, self, clientv2types.NewCounterpartyInfo([][]byte{[]byte("ibc"), {}}, self))
	r.keeper.ChannelKeeperV2.SetNextSequenceSend(r.ctx, self, 1)
	r.add(Step{Name: "paired", Kind: "put", State: r.diff()})
	return r
}

func payload(text string) types.Payload {
	return types.NewPayload("echo", "echo", "echo-2", "text", []byte(text))
}

func between(sequence uint64, text string) types.Packet {
	return types.NewPacket(sequence, self, self, now+60, payload(text))
}

func sending2(text string) *types.MsgSendPacket {
	return types.NewMsgSendPacket(self, now+60, alice, payload(text))
}
func receiving2(p types.Packet) *types.MsgRecvPacket {
	return types.NewMsgRecvPacket(p, here, clienttypes.NewHeight(1, 10), alice)
}
func acknowledging2(p types.Packet, acks ...string) *types.MsgAcknowledgement {
	all := [][]byte{}
	for _, ack := range acks {
		all = append(all, []byte(ack))
	}
	return types.NewMsgAcknowledgement(p, types.NewAcknowledgement(all...), here, clienttypes.NewHeight(1, 10), alice)
}
func timingOut2(p types.Packet) *types.MsgTimeout {
	return types.NewMsgTimeout(p, here, clienttypes.NewHeight(1, 10), alice)
}

type bent2 struct {
	name   string
	change func(*types.Packet)
}

func first(change func(*types.Payload)) func(*types.Packet) {
	return func(p *types.Packet) { change(&p.Payloads[0]) }
}

var faultyPayloads = []bent2{
	{"no payload", func(p *types.Packet) { p.Payloads = nil }},
	{"two payloads", func(p *types.Packet) { p.Payloads = append(p.Payloads, payload("two")) }},
	{"source port", first(func(p *types.Payload) { p.SourcePort = "" })},
	{"destination port", first(func(p *types.Payload) { p.DestinationPort = "no port!" })},
	{"no version", first(func(p *types.Payload) { p.Version = " " })},
	{"no encoding", first(func(p *types.Payload) { p.Encoding = " " })},
	{"no value", first(func(p *types.Payload) { p.Value = nil })},
	{"no timeout", func(p *types.Packet) { p.TimeoutTimestamp = 0 }},
}

var faultyPackets = append([]bent2{
	{"no sequence", func(p *types.Packet) { p.Sequence = 0 }},
	{"source", func(p *types.Packet) { p.SourceClient = "no client!" }},
	{"destination", func(p *types.Packet) { p.DestinationClient = "" }},
}, faultyPayloads...)

func betweenStories() {
	pairing()
	sendingBetween()
	receivingBetween()
	endingBetween()
}

func pairing() {
	r := tell("pairing clients")
	r.msg("a client", creation(clientState(), consensusState()))
	register := func(name, client, other, signer string, prefix ...[]byte) {
		r.msg(name, clientv2types.NewMsgRegisterCounterparty(client, prefix, other, signer))
	}
	ibc := []byte("ibc")
	for i, signer := range badSigners {
		register(fmt.Sprintf("signer %d", i), client0, "07-tendermint-3", signer, ibc)
		r.msg(fmt.Sprintf("config, signer %d", i), clientv2types.NewMsgUpdateClientConfig(client0, signer, clientv2types.Config{}))
	}
	for i, id := range append(badClientIDs, "07-tendermint") {
		register(fmt.Sprintf("client id %d", i), id, "07-tendermint-3", alice, ibc)
		register(fmt.Sprintf("other id %d", i), client0, id, alice, ibc)
		r.msg(fmt.Sprintf("config, client id %d", i), clientv2types.NewMsgUpdateClientConfig(id, alice, clientv2types.Config{}))
	}
	register("without a prefix", client0, "07-tendermint-3", alice)
	register("by another", client0, "07-tendermint-3", bob, ibc)
	register("of a client that is not there", "07-tendermint-5", "07-tendermint-3", alice, ibc)
	register("as it should be", client0, "07-tendermint-3", alice, ibc, []byte{})
	register("twice", client0, "07-tendermint-3", alice, ibc)
	config := func(name, client, signer string, relayers ...string) {
		r.msg(name, clientv2types.NewMsgUpdateClientConfig(client, signer, clientv2types.Config{AllowedRelayers: relayers}))
	}
	many := []string{}
	for i := range 21 {
		many = append(many, addr(byte(i)).String())
	}
	config("more than 20 relayers", client0, alice, many...)
	config("20 relayers", client0, alice, many[:20]...)
	config("a relayer that is none", client0, alice, alice, "nobody")
	config("by another", client0, bob)
	config("of a client that is not there", "07-tendermint-5", bob)
	config("by the authority", client0, authority, bob)
	config("none", client0, alice)
}

func sendingBetween() {
	r := paired("sending between clients")
	for _, c := range faultyPayloads {
		p := between(1, "hello")
		c.change(&p)
		r.msg(c.name, types.NewMsgSendPacket(self, p.TimeoutTimestamp, alice, p.Payloads...))
	}
	for i, signer := range badSigners {
		msg := sending2("hello")
		msg.Signer = signer
		r.msg(fmt.Sprintf("signer %d", i), msg)
	}
	for i, id := range append(badClientIDs, "07-tendermint-7") {
		msg := sending2("hello")
		msg.SourceClient = id
		r.msg(fmt.Sprintf("client id %d", i), msg)
	}
	r.msg("as it should be", sending2("hello"))
	r.msg("the application fails", sending2("fail"))
	until := func(name string, at uint64) {
		msg := sending2("hello")
		msg.TimeoutTimestamp = at
		r.msg(name, msg)
	}
	until("until now", now)
	until("until a second later", now+1)
	until("until a day later", now+86_400)
	until("until a day and a second later", now+86_401)
	nobody := sending2("hello")
	nobody.Payloads[0].SourcePort = "nobody"
	r.msg("of a port of nobody", nobody)
	longer := sending2("hello")
	longer.Payloads[0].SourcePort, longer.Payloads[0].DestinationPort = "echo2", "echo3"
	r.msg("of a longer port", longer)
	r.put("no sequence", map[string][]byte{"nextSequenceSend/" + self: nil})
	r.msg("without a sequence", sending2("hello"))
	// Over a client whose chain is known up to 7-5.
	r = tell("sending between clients of two chains")
	consensus := consensusState()
	consensus.Timestamp = startTime.Add(span(30))
	r.msg("a client", creation(clientState(), consensus))
	r.msg("paired", clientv2types.NewMsgRegisterCounterparty(client0, [][]byte{[]byte("ibc"), {}}, "07-tendermint-3", alice))
	over := func(name string, at uint64) {
		msg := sending2("hello")
		msg.SourceClient, msg.TimeoutTimestamp = client0, at
		r.msg(name, msg)
	}
	over("until what the client knows", now+30)
	over("until a second later", now+31)
	frozen := clientState()
	frozen.FrozenHeight = clienttypes.NewHeight(0, 1)
	r.put("frozen", map[string][]byte{"clients/07-tendermint-0/clientState": clienttypes.MustMarshalClientState(r.cdc, frozen)})
	over("over a frozen client", now+60)
	zero := clientState()
	zero.LatestHeight = clienttypes.ZeroHeight()
	r.put("a client of height 0", map[string][]byte{
		"clients/07-tendermint-0/clientState":         clienttypes.MustMarshalClientState(r.cdc, zero),
		"clients/07-tendermint-0/consensusStates/0-0": clienttypes.MustMarshalConsensusState(r.cdc, consensus),
	})
	over("over a client of height 0", now+60)
}

func receivingBetween() {
	r := paired("receiving between clients")
	for _, c := range faultyPackets {
		p := between(1, "hello")
		c.change(&p)
		r.msg(c.name, receiving2(p))
	}
	for i, signer := range badSigners {
		msg := receiving2(between(1, "hello"))
		msg.Signer = signer
		r.msg(fmt.Sprintf("signer %d", i), msg)
	}
	msg := receiving2(between(1, "hello"))
	msg.ProofCommitment = nil
	r.msg("no proof", msg)
	r.msg("never sent", receiving2(between(1, "hello")))
	texts := []string{"hello", "refuse", "later", "sentinel", "nothing", "hello"}
	for _, text := range texts {
		r.msg("sent: "+text, sending2(text))
	}
	for i, text := range texts[:5] {
		r.msg("received: "+text, receiving2(between(uint64(i+1), text)))
	}
	r.msg("again", receiving2(between(1, "hello")))
	try := func(name string, change func(*types.Packet)) {
		p := between(6, "hello")
		change(&p)
		r.msg(name, receiving2(p))
	}
	try("with another value", first(func(p *types.Payload) { p.Value = []byte("other") }))
	try("with another version", first(func(p *types.Payload) { p.Version = "echo-1" }))
	try("with another encoding", first(func(p *types.Payload) { p.Encoding = "json" }))
	try("from another port", first(func(p *types.Payload) { p.SourcePort = "echo2" }))
	try("for another port", first(func(p *types.Payload) { p.DestinationPort = "echo2" }))
	try("with another timeout", func(p *types.Packet) { p.TimeoutTimestamp++ })
	try("from another client", func(p *types.Packet) { p.SourceClient = "07-tendermint-7" })
	try("for another client", func(p *types.Packet) { p.DestinationClient = "07-tendermint-7" })
	try("until now", func(p *types.Packet) { p.TimeoutTimestamp = now })
	r.set("one relayer is allowed", func(ctx sdk.Context) {
		r.keeper.ClientV2Keeper.SetConfig(ctx, self, clientv2types.NewConfig(bob))
	})
	try("by a relayer who is not allowed", func(*types.Packet) {})
	r.msg("an acknowledgement by one who is not allowed", acknowledging2(between(1, "hello"), "hello"))
	r.msg("a timeout by one who is not allowed", timingOut2(between(1, "hello")))
	msg = receiving2(between(6, "hello"))
	msg.Signer = bob
	r.msg("by the one who is", msg)
}

func endingBetween() {
	r := paired("the ends of packets between clients")
	for _, c := range faultyPackets {
		p := between(1, "hello")
		c.change(&p)
		r.msg(c.name+", acknowledged", acknowledging2(p, "hello"))
		r.msg(c.name+", timed out", timingOut2(p))
	}
	for i, signer := range badSigners {
		ack, timeout := acknowledging2(between(1, "hello"), "hello"), timingOut2(between(1, "hello"))
		ack.Signer, timeout.Signer = signer, signer
		r.msg(fmt.Sprintf("acknowledged, signer %d", i), ack)
		r.msg(fmt.Sprintf("timed out, signer %d", i), timeout)
	}
	ack, timeout := acknowledging2(between(1, "hello"), "hello"), timingOut2(between(1, "hello"))
	ack.ProofAcked, timeout.ProofUnreceived = nil, nil
	r.msg("acknowledged without proof", ack)
	r.msg("timed out without proof", timeout)
	r.msg("no acknowledgement", acknowledging2(between(1, "hello")))
	r.msg("two acknowledgements", acknowledging2(between(1, "hello"), "hello", "hello"))
	r.msg("an empty acknowledgement", acknowledging2(between(1, "hello"), ""))
	r.msg("never sent, acknowledged", acknowledging2(between(1, "hello"), "hello"))
	texts := []string{"hello", "refuse", "stuck", "hello", "stuck", "hello"}
	for i, text := range texts {
		r.msg("sent: "+text, sending2(text))
		if i < 4 {
			r.msg("received: "+text, receiving2(between(uint64(i+1), text)))
		}
	}
	r.msg("not what was answered", acknowledging2(between(1, "hello"), "hellO"))
	refused := string(types.ErrorAcknowledgement[:])
	r.msg("acknowledged", acknowledging2(between(1, "hello"), "hello"))
	r.msg("acknowledged again", acknowledging2(between(1, "hello"), "hello"))
	r.msg("refused", acknowledging2(between(2, "refuse"), refused))
	r.msg("the application fails", acknowledging2(between(3, "stuck"), "stuck"))
	for _, c := range []bent2{
		{"with another value", first(func(p *types.Payload) { p.Value = []byte("other") })},
		{"from another client", func(p *types.Packet) { p.SourceClient = "07-tendermint-7" }},
		{"for another client", func(p *types.Packet) { p.DestinationClient = "07-tendermint-7" }},
	} {
		p := between(4, "hello")
		c.change(&p)
		r.msg(c.name+", acknowledged", acknowledging2(p, "hello"))
	}
	r.msg("too early", timingOut2(between(5, "stuck")))
	r.block(11, startTime.Add(span(60)-1))
	r.msg("a nanosecond too early", timingOut2(between(6, "hello")))
	r.block(12, startTime.Add(span(60)))
	for _, c := range []bent2{
		{"with another value", first(func(p *types.Payload) { p.Value = []byte("other") })},
		{"from another client", func(p *types.Packet) { p.SourceClient = "07-tendermint-7" }},
		{"for another client", func(p *types.Packet) { p.DestinationClient = "07-tendermint-7" }},
	} {
		p := between(6, "hello")
		c.change(&p)
		r.msg(c.name+", timed out", timingOut2(p))
	}
	r.msg("a packet that came", timingOut2(between(4, "hello")))
	r.msg("the application fails, timed out", timingOut2(between(5, "stuck")))
	r.msg("timed out", timingOut2(between(6, "hello")))
	r.msg("timed out again", timingOut2(between(6, "hello")))
	r.msg("received too late", receiving2(between(6, "hello")))
}

// echo2 is an application of packets between clients. The value of a payload says what it does.
type echo2 struct{}

func told2(ctx sdk.Context, what string, sequence uint64, p types.Payload, by sdk.AccAddress) {
	ctx.EventManager().EmitEvent(sdk.NewEvent(what, sdk.NewAttribute("sequence", fmt.Sprint(sequence)),
		sdk.NewAttribute("port", p.SourcePort), sdk.NewAttribute("by", by.String())))
}

func (echo2) OnSendPacket(ctx sdk.Context, _, _ string, sequence uint64, p types.Payload, signer sdk.AccAddress) error {
	told2(ctx, "echo_send", sequence, p, signer)
	if string(p.Value) == "fail" {
		return errFails
	}
	return nil
}

func (echo2) OnRecvPacket(ctx sdk.Context, _, _ string, sequence uint64, p types.Payload, relayer sdk.AccAddress) types.RecvPacketResult {
	told2(ctx, "echo_receive", sequence, p, relayer)
	switch string(p.Value) {
	case "later":
		return types.RecvPacketResult{Status: types.PacketStatus_Async}
	case "refuse":
		return types.RecvPacketResult{Status: types.PacketStatus_Failure}
	case "sentinel":
		return types.RecvPacketResult{Status: types.PacketStatus_Success, Acknowledgement: types.ErrorAcknowledgement[:]}
	case "nothing":
		return types.RecvPacketResult{Status: types.PacketStatus_Success}
	}
	return types.RecvPacketResult{Status: types.PacketStatus_Success, Acknowledgement: p.Value}
}

func (echo2) OnAcknowledgementPacket(ctx sdk.Context, _, _ string, sequence uint64, ack []byte, p types.Payload, relayer sdk.AccAddress) error {
	told2(ctx, "echo_ack_"+strings.ToUpper(fmt.Sprintf("%x", ack)), sequence, p, relayer)
	if bytes.Equal(p.Value, []byte("stuck")) {
		return errFails
	}
	return nil
}

func (echo2) OnTimeoutPacket(ctx sdk.Context, _, _ string, sequence uint64, p types.Payload, relayer sdk.AccAddress) error {
	told2(ctx, "echo_timeout", sequence, p, relayer)
	if string(p.Value) == "stuck" {
		return errFails
	}
	return nil
}

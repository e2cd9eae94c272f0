package main

import (
	"bytes"
	"fmt"
	"strings"

	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	connectiontypes "github.com/cosmos/ibc-go/v10/modules/core/03-connection/types"
	channeltypes "github.com/cosmos/ibc-go/v10/modules/core/04-channel/types"
	commitmenttypes "github.com/cosmos/ibc-go/v10/modules/core/23-commitment/types"
	host "github.com/cosmos/ibc-go/v10/modules/core/24-host"
)

// Both ends of the channels are on one chain, over its connection to itself, where one byte stands for a proof.
const loop = "connection-localhost"

var here = []byte{1}
var badPorts = []string{"", "e", "no port!", strings.Repeat("p", 129)}
var badChannels = []string{"", "channel", "no channel!", strings.Repeat("c", 65)}

func end(ordering channeltypes.Order, other string) channeltypes.Channel {
	return channeltypes.NewChannel(channeltypes.OPEN, ordering, channeltypes.NewCounterparty("echo", other), []string{loop}, "echo-1")
}

// looped has a channel from the chain to itself, channel-0 to channel-1, its sequences in their places.
func looped(name string, ordering channeltypes.Order) *Rec {
	r := tell(name)
	rows := map[string][]byte{}
	for id, other := range map[string]string{"channel-0": "channel-1", "channel-1": "channel-0"} {
		channel := end(ordering, other)
		rows[string(host.ChannelKey("echo", id))] = marshal(&channel)
		for _, key := range [][]byte{host.NextSequenceSendKey("echo", id), host.NextSequenceRecvKey("echo", id), host.NextSequenceAckKey("echo", id)} {
			rows[string(key)] = []byte{0, 0, 0, 0, 0, 0, 0, 1}
		}
	}
	r.put("a channel", rows)
	return r
}

func (r *Rec) change(name, id string, change func(*channeltypes.Channel)) func() {
	key := string(host.ChannelKey("echo", id))
	before := r.rowOf(key)
	var channel channeltypes.Channel
	check(channel.Unmarshal(before))
	change(&channel)
	r.put(name, map[string][]byte{key: marshal(&channel)})
	return func() { r.put("as it was", map[string][]byte{key: before}) }
}

func packetOf(sequence uint64, data string) channeltypes.Packet {
	return channeltypes.NewPacket([]byte(data), sequence, "echo", "channel-0", "echo", "channel-1", clienttypes.NewHeight(1, 100), 0)
}

func receiving(p channeltypes.Packet) *channeltypes.MsgRecvPacket {
	return channeltypes.NewMsgRecvPacket(p, here, clienttypes.NewHeight(1, 10), alice)
}

func acknowledging(p channeltypes.Packet, ack []byte) *channeltypes.MsgAcknowledgement {
	return channeltypes.NewMsgAcknowledgement(p, ack, here, clienttypes.NewHeight(1, 10), alice)
}

// faults of a packet that every message refuses.
var faults = []func(*channeltypes.Packet){
	func(p *channeltypes.Packet) { p.Sequence = 0 },
	func(p *channeltypes.Packet) { p.Data = nil },
	func(p *channeltypes.Packet) { p.TimeoutHeight = clienttypes.ZeroHeight() },
	func(p *channeltypes.Packet) { p.SourcePort = "" },
	func(p *channeltypes.Packet) { p.SourceChannel = "" },
	func(p *channeltypes.Packet) { p.DestinationPort = "" },
	func(p *channeltypes.Packet) { p.DestinationChannel = "" },
}

func packetStories() {
	sending()
	receivingStory()
	ordered()
	ownAcks()
	acknowledgements()
}

func sending() {
	r := looped("sending a packet", channeltypes.UNORDERED)
	send := func(name string, change func(*channeltypes.Packet)) {
		p := packetOf(1, "hello")
		change(&p)
		r.send(name, p)
	}
	send("as it should be", func(*channeltypes.Packet) {})
	send("another, until a time", func(p *channeltypes.Packet) {
		p.TimeoutHeight, p.TimeoutTimestamp = clienttypes.ZeroHeight(), uint64(startTime.UnixNano())+1
	})
	send("until both", func(p *channeltypes.Packet) { p.TimeoutTimestamp = uint64(startTime.UnixNano()) + 1 })
	send("until now", func(p *channeltypes.Packet) { p.TimeoutHeight.RevisionHeight = 10 })
	send("until the next block", func(p *channeltypes.Packet) { p.TimeoutHeight.RevisionHeight = 11 })
	send("until an earlier revision", func(p *channeltypes.Packet) { p.TimeoutHeight = clienttypes.NewHeight(0, 1000) })
	send("until the time of now", func(p *channeltypes.Packet) { p.TimeoutTimestamp = uint64(startTime.UnixNano()) })
	send("until a past time", func(p *channeltypes.Packet) {
		p.TimeoutHeight, p.TimeoutTimestamp = clienttypes.ZeroHeight(), 1
	})
	send("until both are past", func(p *channeltypes.Packet) { p.TimeoutHeight.RevisionHeight, p.TimeoutTimestamp = 9, 1 })
	send("no timeout", func(p *channeltypes.Packet) { p.TimeoutHeight = clienttypes.ZeroHeight() })
	send("no data", func(p *channeltypes.Packet) { p.Data = nil })
	send("as much data as there may be", func(p *channeltypes.Packet) { p.Data = nil; p.Data = bytes.Repeat([]byte{7}, 4096) })
	send("of a channel that is not there", func(p *channeltypes.Packet) { p.SourceChannel = "channel-9" })
	send("of a port that is not there", func(p *channeltypes.Packet) { p.SourcePort = "other" })
	for _, state := range []channeltypes.State{channeltypes.INIT, channeltypes.TRYOPEN, channeltypes.CLOSED, channeltypes.UNINITIALIZED} {
		restore := r.change("channel "+state.String(), "channel-0", func(c *channeltypes.Channel) { c.State = state })
		send("on a channel that is not open", func(*channeltypes.Packet) {})
		restore()
	}
	restore := r.change("a connection that is not there", "channel-0", func(c *channeltypes.Channel) { c.ConnectionHops[0] = "connection-7" })
	send("over it", func(*channeltypes.Packet) {})
	restore()
	for i, port := range badPorts {
		restore := r.change(fmt.Sprintf("counterparty port %d", i), "channel-0", func(c *channeltypes.Channel) { c.Counterparty.PortId = port })
		send("to it", func(*channeltypes.Packet) {})
		restore()
	}
	for i, id := range badChannels {
		restore := r.change(fmt.Sprintf("counterparty channel %d", i), "channel-0", func(c *channeltypes.Channel) { c.Counterparty.ChannelId = id })
		send("to it", func(*channeltypes.Packet) {})
		restore()
	}
	r.put("no sequence", map[string][]byte{string(host.NextSequenceSendKey("echo", "channel-0")): nil})
	send("without a sequence", func(*channeltypes.Packet) {})
	// Over a client whose chain is known up to 7-5.
	r = looped("sending over a client", channeltypes.ORDERED)
	r.msg("a client", creation(clientState(), consensusState()))
	connection := connectiontypes.NewConnectionEnd(connectiontypes.OPEN, client0,
		connectiontypes.NewCounterparty("07-tendermint-3", "connection-4", commitmenttypes.NewMerklePrefix([]byte("ibc"))), connectiontypes.GetCompatibleVersions(), 0)
	r.put("a connection", map[string][]byte{string(host.ConnectionKey("connection-0")): marshal(&connection)})
	r.change("a channel over it", "channel-0", func(c *channeltypes.Channel) { c.ConnectionHops[0] = "connection-0" })
	send = func(name string, change func(*channeltypes.Packet)) {
		p := packetOf(1, "hello")
		p.TimeoutHeight = clienttypes.NewHeight(7, 6)
		change(&p)
		r.send(name, p)
	}
	send("as it should be", func(*channeltypes.Packet) {})
	send("until what the client knows", func(p *channeltypes.Packet) { p.TimeoutHeight.RevisionHeight = 5 })
	send("until the time that the client knows", func(p *channeltypes.Packet) { p.TimeoutTimestamp = uint64(knownTime.UnixNano()) })
	send("a nanosecond later", func(p *channeltypes.Packet) { p.TimeoutTimestamp = uint64(knownTime.UnixNano()) + 1 })
	frozen := clientState()
	frozen.FrozenHeight = clienttypes.NewHeight(0, 1)
	r.put("frozen", map[string][]byte{"clients/07-tendermint-0/clientState": clienttypes.MustMarshalClientState(r.cdc, frozen)})
	send("over a frozen client", func(*channeltypes.Packet) {})
	r.put("no client", map[string][]byte{"clients/07-tendermint-0/clientState": nil})
	send("over no client", func(*channeltypes.Packet) {})
	zero := clientState()
	zero.LatestHeight = clienttypes.ZeroHeight()
	r.put("a client of height 0", map[string][]byte{
		"clients/07-tendermint-0/clientState":         clienttypes.MustMarshalClientState(r.cdc, zero),
		"clients/07-tendermint-0/consensusStates/0-0": clienttypes.MustMarshalConsensusState(r.cdc, consensusState()),
	})
	send("over a client of height 0", func(*channeltypes.Packet) {})
}

func receivingStory() {
	r := looped("receiving a packet", channeltypes.UNORDERED)
	for i, change := range faults {
		p := packetOf(1, "hello")
		change(&p)
		r.msg(fmt.Sprintf("fault %d", i), receiving(p))
	}
	for i, signer := range badSigners {
		msg := receiving(packetOf(1, "hello"))
		msg.Signer = signer
		r.msg(fmt.Sprintf("signer %d", i), msg)
	}
	msg := receiving(packetOf(1, "hello"))
	msg.ProofCommitment = nil
	r.msg("no proof", msg)
	msg = receiving(packetOf(1, "hello"))
	msg.ProofCommitment = []byte{2}
	r.msg("a wrong proof", msg)
	large := packetOf(1, "hello")
	large.Data = bytes.Repeat([]byte{7}, 2048)
	r.msg("never sent", receiving(large))
	for _, text := range []string{"hello", "refuse", "later", "hello"} {
		r.send("sent: "+text, packetOf(1, text))
	}
	r.msg("received", receiving(packetOf(1, "hello")))
	r.msg("again", receiving(packetOf(1, "hello")))
	r.msg("refused", receiving(packetOf(2, "refuse")))
	r.msg("with an answer later", receiving(packetOf(3, "later")))
	r.msg("with other data", receiving(packetOf(4, "other")))
	try := func(name string, change func(*channeltypes.Packet)) {
		p := packetOf(4, "hello")
		change(&p)
		r.msg(name, receiving(p))
	}
	try("with another timeout", func(p *channeltypes.Packet) { p.TimeoutHeight.RevisionHeight = 101 })
	try("with another revision", func(p *channeltypes.Packet) { p.TimeoutHeight.RevisionNumber = 2 })
	try("with another time", func(p *channeltypes.Packet) { p.TimeoutTimestamp = 1 << 62 })
	try("from another port", func(p *channeltypes.Packet) { p.SourcePort = "other" })
	try("from another channel", func(p *channeltypes.Packet) { p.SourceChannel = "channel-7" })
	try("for another port", func(p *channeltypes.Packet) { p.DestinationPort = "other" })
	try("for another channel", func(p *channeltypes.Packet) { p.DestinationChannel = "channel-7" })
	try("until now", func(p *channeltypes.Packet) { p.TimeoutHeight.RevisionHeight = 10 })
	try("until the time of now", func(p *channeltypes.Packet) { p.TimeoutTimestamp = uint64(startTime.UnixNano()) })
	for _, state := range []channeltypes.State{channeltypes.INIT, channeltypes.TRYOPEN, channeltypes.CLOSED} {
		restore := r.change("channel "+state.String(), "channel-1", func(c *channeltypes.Channel) { c.State = state })
		try("on a channel that is not open", func(*channeltypes.Packet) {})
		restore()
	}
	restore := r.change("a connection that is not there", "channel-1", func(c *channeltypes.Channel) { c.ConnectionHops[0] = "connection-7" })
	try("over it", func(*channeltypes.Packet) {})
	connection := connectiontypes.NewConnectionEnd(connectiontypes.TRYOPEN, client0, connectiontypes.Counterparty{}, nil, 0)
	r.put("a connection that is not open", map[string][]byte{string(host.ConnectionKey("connection-7")): marshal(&connection)})
	try("over a connection that is not open", func(*channeltypes.Packet) {})
	restore()
	r.put("packets below 5 were dealt with", map[string][]byte{string(host.RecvStartSequenceKey("echo", "channel-1")): {0, 0, 0, 0, 0, 0, 0, 5}})
	try("dealt with before an upgrade", func(*channeltypes.Packet) {})
	r.put("packets below 4 were dealt with", map[string][]byte{string(host.RecvStartSequenceKey("echo", "channel-1")): {0, 0, 0, 0, 0, 0, 0, 4}})
	try("the first after an upgrade", func(*channeltypes.Packet) {})
	p := packetOf(5, "hello")
	p.TimeoutHeight, p.TimeoutTimestamp = clienttypes.ZeroHeight(), uint64(startTime.UnixNano())+5
	r.send("until a time", p)
	r.block(11, startTime.Add(5))
	r.msg("at that time", receiving(p))
	r.block(12, startTime.Add(4))
	r.msg("a nanosecond before", receiving(p))
}

func ordered() {
	r := looped("an ordered channel", channeltypes.ORDERED)
	for _, text := range []string{"one", "two", "three"} {
		r.send("sent: "+text, packetOf(1, text))
	}
	r.msg("the second first", receiving(packetOf(2, "two")))
	r.msg("the first", receiving(packetOf(1, "one")))
	r.msg("the first again", receiving(packetOf(1, "one")))
	r.msg("the second", receiving(packetOf(2, "two")))
	r.msg("the second acknowledged first", acknowledging(packetOf(2, "two"), []byte("two")))
	r.msg("the first acknowledged", acknowledging(packetOf(1, "one"), []byte("one")))
	r.msg("the first acknowledged again", acknowledging(packetOf(1, "one"), []byte("one")))
	r.put("no sequence of acknowledgements", map[string][]byte{string(host.NextSequenceAckKey("echo", "channel-0")): nil})
	r.msg("the second acknowledged without it", acknowledging(packetOf(2, "two"), []byte("two")))
	r.put("no sequence of packets", map[string][]byte{string(host.NextSequenceRecvKey("echo", "channel-1")): nil})
	r.msg("the third without it", receiving(packetOf(3, "three")))
	r.change("an order that is none", "channel-1", func(c *channeltypes.Channel) { c.Ordering = channeltypes.NONE })
	r.msg("the third without an order", receiving(packetOf(3, "three")))
}

func ownAcks() {
	r := looped("acknowledging by the application", channeltypes.UNORDERED)
	p := packetOf(1, "later")
	r.send("sent", p)
	r.msg("received", receiving(p))
	r.writeAck("empty", p, nil)
	r.writeAck("as it should be", p, []byte("now"))
	r.writeAck("twice", p, []byte("now"))
	r.msg("acknowledged", acknowledging(p, []byte("now")))
	other := p
	other.DestinationChannel = "channel-7"
	r.writeAck("on a channel that is not there", other, []byte("now"))
	r.writeAck("of a packet that never came", packetOf(9, "later"), []byte("now"))
	r.put("packets below 5 were dealt with", map[string][]byte{string(host.RecvStartSequenceKey("echo", "channel-1")): {0, 0, 0, 0, 0, 0, 0, 5}})
	r.writeAck("dealt with before an upgrade", packetOf(4, "later"), []byte("now"))
	r.writeAck("the first after an upgrade", packetOf(5, "later"), []byte("now"))
	r.change("closed", "channel-1", func(c *channeltypes.Channel) { c.State = channeltypes.CLOSED })
	r.writeAck("on a closed channel", packetOf(6, "later"), []byte("now"))
}

func acknowledgements() {
	r := looped("acknowledging a packet", channeltypes.UNORDERED)
	for i, change := range faults {
		p := packetOf(1, "hello")
		change(&p)
		r.msg(fmt.Sprintf("fault %d", i), acknowledging(p, []byte("hello")))
	}
	for i, signer := range badSigners {
		msg := acknowledging(packetOf(1, "hello"), []byte("hello"))
		msg.Signer = signer
		r.msg(fmt.Sprintf("signer %d", i), msg)
	}
	msg := acknowledging(packetOf(1, "hello"), []byte("hello"))
	msg.ProofAcked = nil
	r.msg("no proof", msg)
	r.msg("no acknowledgement", acknowledging(packetOf(1, "hello"), nil))
	r.msg("never sent", acknowledging(packetOf(1, "hello"), []byte("hello")))
	canonical := `{"result":"AQ=="}`
	spaced := `{"result": "AQ=="}`
	refused := `{"error":"no"}`
	texts := []string{"hello", "fail", canonical, spaced, refused, "hello"}
	for i, text := range texts {
		p := packetOf(uint64(i+1), text)
		r.send("sent: "+text, p)
		r.msg("received: "+text, receiving(p))
	}
	r.msg("not what was answered", acknowledging(packetOf(1, "hello"), []byte("hellO")))
	for i, text := range texts[:5] {
		r.msg("acknowledged: "+text, acknowledging(packetOf(uint64(i+1), text), []byte(text)))
	}
	r.msg("acknowledged again", acknowledging(packetOf(1, "hello"), []byte("hello")))
	try := func(name string, change func(*channeltypes.Packet)) {
		p := packetOf(6, "hello")
		change(&p)
		r.msg(name, acknowledging(p, []byte("hello")))
	}
	try("with other data", func(p *channeltypes.Packet) { p.Data = []byte("other") })
	try("with another timeout", func(p *channeltypes.Packet) { p.TimeoutHeight.RevisionHeight = 101 })
	try("of another port", func(p *channeltypes.Packet) { p.SourcePort = "other" })
	try("of another channel", func(p *channeltypes.Packet) { p.SourceChannel = "channel-7" })
	try("for another port", func(p *channeltypes.Packet) { p.DestinationPort = "other" })
	try("for another channel", func(p *channeltypes.Packet) { p.DestinationChannel = "channel-7" })
	for _, state := range []channeltypes.State{channeltypes.INIT, channeltypes.CLOSED} {
		restore := r.change("channel "+state.String(), "channel-0", func(c *channeltypes.Channel) { c.State = state })
		try("on a channel that is not open", func(*channeltypes.Packet) {})
		restore()
	}
	restore := r.change("a connection that is not there", "channel-0", func(c *channeltypes.Channel) { c.ConnectionHops[0] = "connection-7" })
	try("over it", func(*channeltypes.Packet) {})
	connection := connectiontypes.NewConnectionEnd(connectiontypes.INIT, client0, connectiontypes.Counterparty{}, nil, 0)
	r.put("a connection that is not open", map[string][]byte{string(host.ConnectionKey("connection-7")): marshal(&connection)})
	try("over a connection that is not open", func(*channeltypes.Packet) {})
	restore()
	try("as it should be", func(*channeltypes.Packet) {})
}

package main

import (
	"fmt"

	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v10/modules/core/04-channel/types"
	host "github.com/cosmos/ibc-go/v10/modules/core/24-host"
)

func expiring(sequence uint64, data string) channeltypes.Packet {
	p := packetOf(sequence, data)
	p.TimeoutHeight.RevisionHeight = 20
	return p
}

func timingOut(p channeltypes.Packet, next uint64, at uint64) *channeltypes.MsgTimeout {
	return channeltypes.NewMsgTimeout(p, next, here, clienttypes.NewHeight(1, at), alice)
}

func closing(p channeltypes.Packet, next uint64) *channeltypes.MsgTimeoutOnClose {
	return channeltypes.NewMsgTimeoutOnClose(p, next, here, here, clienttypes.NewHeight(1, 10), alice)
}

func timeoutStories() {
	for _, ordering := range []channeltypes.Order{channeltypes.UNORDERED, channeltypes.ORDERED} {
		timeouts(ordering)
		closings(ordering)
	}
}

func timeouts(ordering channeltypes.Order) {
	r := looped("timeouts on a channel "+ordering.String(), ordering)
	for i, change := range faults {
		p := packetOf(1, "hello")
		change(&p)
		r.msg(fmt.Sprintf("fault %d", i), timingOut(p, 1, 10))
	}
	for i, signer := range badSigners {
		msg := timingOut(packetOf(1, "hello"), 1, 10)
		msg.Signer = signer
		r.msg(fmt.Sprintf("signer %d", i), msg)
	}
	msg := timingOut(packetOf(1, "hello"), 1, 10)
	msg.ProofUnreceived = nil
	r.msg("no proof", msg)
	r.msg("next is 0", timingOut(packetOf(1, "hello"), 0, 10))
	p := expiring(1, "hello")
	r.msg("never sent", timingOut(p, 1, 20))
	r.send("sent", p)
	r.send("sent: fail", expiring(2, "fail"))
	timed := expiring(3, "hello")
	timed.TimeoutTimestamp = uint64(startTime.UnixNano()) + 5
	r.send("sent, until a time too", timed)
	r.msg("a block too early", timingOut(p, 1, 19))
	r.msg("time and height too early", timingOut(timed, 1, 19))
	byTime := timed
	byTime.TimeoutHeight = clienttypes.ZeroHeight()
	r.msg("time too early", timingOut(byTime, 1, 50))
	try := func(name string, change func(*channeltypes.Packet)) {
		bent := p
		change(&bent)
		r.msg(name, timingOut(bent, 1, 20))
	}
	try("with other data", func(p *channeltypes.Packet) { p.Data = []byte("other") })
	try("of another port", func(p *channeltypes.Packet) { p.SourcePort = "other" })
	try("of another channel", func(p *channeltypes.Packet) { p.SourceChannel = "channel-7" })
	try("for another port", func(p *channeltypes.Packet) { p.DestinationPort = "other" })
	try("for another channel", func(p *channeltypes.Packet) { p.DestinationChannel = "channel-7" })
	restore := r.change("a connection that is not there", "channel-0", func(c *channeltypes.Channel) { c.ConnectionHops[0] = "connection-7" })
	try("over it", func(*channeltypes.Packet) {})
	restore()
	restore = r.change("an order that is none", "channel-0", func(c *channeltypes.Channel) { c.Ordering = channeltypes.NONE })
	try("without an order", func(*channeltypes.Packet) {})
	restore()
	r.msg("next is higher", timingOut(p, 2, 20))
	r.msg("next is not so", timingOut(expiring(2, "fail"), 2, 20))
	r.msg("the application fails", timingOut(expiring(2, "fail"), 1, 20))
	r.msg("as it should be", timingOut(p, 1, 20))
	r.msg("again", timingOut(p, 1, 20))
	r.block(11, startTime.Add(5))
	r.msg("by time", timingOut(timed, 1, 11))
	came := looped("timeout of a packet that came, "+ordering.String(), ordering)
	came.send("sent", p)
	came.msg("received", receiving(p))
	came.msg("next as it is", timingOut(p, 2, 20))
	came.msg("next as it was", timingOut(p, 1, 20))
	came.msg("when the other end is open", closing(p, 2))
	came.change("closed", "channel-1", func(c *channeltypes.Channel) { c.State = channeltypes.CLOSED })
	came.msg("closed, next as it is", closing(p, 2))
	came.msg("closed, next as it was", closing(p, 1))
}

func closings(ordering channeltypes.Order) {
	r := looped("timeouts by the end of a channel "+ordering.String(), ordering)
	for i, change := range faults {
		p := packetOf(1, "hello")
		change(&p)
		r.msg(fmt.Sprintf("fault %d", i), closing(p, 1))
	}
	for i, signer := range badSigners {
		msg := closing(packetOf(1, "hello"), 1)
		msg.Signer = signer
		r.msg(fmt.Sprintf("signer %d", i), msg)
	}
	p := packetOf(1, "hello")
	msg := closing(p, 1)
	msg.ProofUnreceived = nil
	r.msg("no proof", msg)
	msg = closing(p, 1)
	msg.ProofClose = nil
	r.msg("no proof of the end", msg)
	r.msg("next is 0", closing(p, 0))
	r.msg("never sent", closing(p, 1))
	r.send("sent", p)
	r.send("sent: fail", packetOf(2, "fail"))
	r.msg("the other end is open", closing(p, 1))
	r.change("closed", "channel-1", func(c *channeltypes.Channel) { c.State = channeltypes.CLOSED })
	msg = closing(p, 1)
	msg.ProofClose = []byte{2}
	r.msg("a wrong proof of the end", msg)
	msg = closing(p, 1)
	msg.ProofUnreceived = []byte{2}
	r.msg("a wrong proof", msg)
	restore := r.change("another version", "channel-1", func(c *channeltypes.Channel) { c.Version = "echo-2" })
	r.msg("with another version", closing(p, 1))
	restore()
	restore = r.change("another channel's end", "channel-1", func(c *channeltypes.Channel) { c.Counterparty.ChannelId = "channel-7" })
	r.msg("of another channel's end", closing(p, 1))
	restore()
	try := func(name string, change func(*channeltypes.Packet)) {
		bent := p
		change(&bent)
		r.msg(name, closing(bent, 1))
	}
	try("with other data", func(p *channeltypes.Packet) { p.Data = []byte("other") })
	try("of another port", func(p *channeltypes.Packet) { p.SourcePort = "other" })
	try("of another channel", func(p *channeltypes.Packet) { p.SourceChannel = "channel-7" })
	try("for another port", func(p *channeltypes.Packet) { p.DestinationPort = "other" })
	try("for another channel", func(p *channeltypes.Packet) { p.DestinationChannel = "channel-7" })
	restore = r.change("a connection that is not there", "channel-0", func(c *channeltypes.Channel) { c.ConnectionHops[0] = "connection-7" })
	try("over it", func(*channeltypes.Packet) {})
	restore()
	r.msg("next is higher", closing(p, 2))
	r.put("another sequence comes next", map[string][]byte{string(host.NextSequenceRecvKey("echo", "channel-1")): {0, 0, 0, 0, 0, 0, 0, 2}})
	r.msg("next is not so", closing(p, 1))
	r.put("as it was", map[string][]byte{string(host.NextSequenceRecvKey("echo", "channel-1")): {0, 0, 0, 0, 0, 0, 0, 1}})
	r.msg("the application fails", closing(packetOf(2, "fail"), 1))
	r.msg("as it should be", closing(p, 1))
	r.msg("again", closing(p, 1))
}

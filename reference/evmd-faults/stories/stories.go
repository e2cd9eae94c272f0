// Package stories has what published faults of cosmos/evm are about, told to a chain of any release.
package stories

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
)

// Address is one of Ethereum.
type Address = [20]byte

// Packet is what a chain says it sent.
type Packet any

// Chain runs each step in a block of its own. Both ends of its channels are on itself.
type Chain interface {
	// Tell begins a story.
	Tell(story string)
	// Channel opens one whose ends are the next two channels.
	Channel(first int) (here, there string)
	// Deploy creates a contract in the name of alice.
	Deploy(contract string, arguments ...any) Address
	// Ask calls a method of a contract.
	Ask(account string, value int64, at Address, contract, method string, arguments ...any) []Packet
	// Pay sends coins to a contract in the name of alice.
	Pay(to Address, amount int64)
	// Transfer sends coins of an account by a Cosmos transaction.
	Transfer(account, channel string, amount int64, receiver, memo string, timeout uint64) []Packet
	// Receive, Acknowledge and TimeOut are messages of a relayer, with the gas of its transaction.
	Receive(packet Packet) (acknowledgement []byte)
	Acknowledge(packet Packet, gas uint64, acknowledgement []byte) []Packet
	TimeOut(packet Packet, gas uint64) []Packet
	// Wait makes a block ten minutes later.
	Wait()
	// In is a time in so many seconds, in nanoseconds.
	In(seconds int64) uint64
	// Account has the addresses of an account.
	Account(name string) (Address, string)
	// Isolated is the account in whose name a contract is called that a packet of the sender names.
	Isolated(channel, sender string) string
	// Arrived is the contract of the chain's coin after it came in at a channel.
	Arrived(channel string) Address
	// Input is the input of a call.
	Input(contract, method string, arguments ...any) []byte
}

const (
	denom = "atest"
	// plenty is gas of a relayer that pays for all of a callback.
	plenty = 3_000_000
)

// Tell tells all of them.
func Tell(c Chain) {
	c.Tell("channels")
	here, there := c.Channel(0)
	_, bob := c.Account("bob")
	t := teller{c, here, there, bob}
	t.callers()
	t.strangers()
	t.timeouts()
	t.caps()
	t.again()
}

// teller tells of packets over one channel to bob.
type teller struct {
	Chain
	here, there, bob string
}

// whole brings packets there and their acknowledgements back, and what callbacks of those sent, too.
func (t teller) whole(packets []Packet) {
	for _, p := range packets {
		if answer := t.Receive(p); len(answer) > 0 {
			t.whole(t.Acknowledge(p, plenty, answer))
		}
	}
}

// late lets packets time out; what their callbacks sent is brought there.
func (t teller) late(packets []Packet) {
	t.Wait()
	for _, p := range packets {
		t.whole(t.TimeOut(p, plenty))
	}
}

// sends makes a contract send, which has a method for it.
func (t teller) sends(contract string, from Address, amount int64, receiver, memo string) []Packet {
	return t.Ask("alice", 0, from, contract, "send", t.here, denom, big.NewInt(amount), receiver, t.In(60), memo)
}

// probe is a contract with coins.
func (t teller) probe(contract string) Address {
	probe := t.Deploy(contract)
	t.Pay(probe, 1_000_000)
	return probe
}

// callers are those that a contract sees. Issue 759: the sender of the packet, not the module of IBC.
func (t teller) callers() {
	t.Tell("759: who calls a contract that sent a packet")
	probe := t.probe("CallbackNotes")
	t.whole(t.sends("CallbackNotes", probe, 10, t.bob, source(probe, "1000000")))
	t.whole(t.sends("CallbackNotes", probe, 11, "nobody", source(probe, "1000000")))
	t.late(t.sends("CallbackNotes", probe, 12, t.bob, source(probe, "1000000")))
}

// strangers are contracts that did not send the packet that names them. Pull 993.
func (t teller) strangers() {
	t.Tell("993: a packet of an account names a contract")
	probe, alice := t.probe("CallbackNotes"), "alice"
	send := func(amount int64, receiver, memo string) []Packet {
		return t.Transfer(alice, t.here, amount, receiver, memo, t.In(60))
	}
	t.whole(send(20, t.bob, source(probe, "1000000")))
	t.whole(send(21, "nobody", source(probe, "1000000")))
	t.late(send(22, t.bob, source(probe, "1000000")))
	own, _ := t.Account(alice)
	t.whole(send(23, t.bob, source(own, "1000000")))
	t.Tell("993: a packet of a contract names another contract")
	sender := t.probe("CallbackNotes")
	t.whole(t.sends("CallbackNotes", sender, 24, t.bob, source(probe, "1000000")))
	t.late(t.sends("CallbackNotes", sender, 25, t.bob, source(probe, "1000000")))
	t.Tell("993: a packet of an account names a vault")
	vault := t.Deploy("PacketVault", denom, "500000")
	sent := t.Ask(alice, 100, vault, "PacketVault", "send", t.here, Address{}, big.NewInt(100), t.bob, t.In(60))
	t.late(send(26, t.bob, source(vault, "1000000")))
	t.late(sent)
	t.Ask(alice, 0, vault, "PacketVault", "withdraw", Address{})
}

// timeouts are paid twice. Pull 965.
func (t teller) timeouts() {
	probe := t.probe("CallbackProbe")
	send := func(gas uint64) []Packet {
		return t.sends("CallbackProbe", probe, 30, t.bob, source(probe, fmt.Sprintf("%06d", gas)))
	}
	t.Tell("965: gas of an acknowledgement")
	for gas := uint64(60_000); gas <= 180_000; gas += 20_000 {
		t.whole(send(gas))
	}
	t.Tell("965: gas of a timeout")
	for gas := uint64(40_000); gas <= 140_000; gas += 10_000 {
		t.late(send(gas))
	}
	t.Tell("965: a vault with just enough gas")
	vault := t.Deploy("PacketVault", denom, "100000")
	for _, receiver := range []string{t.bob, "nobody"} {
		sent := t.Ask("bob", 100, vault, "PacketVault", "send", t.here, Address{}, big.NewInt(100), receiver, t.In(60))
		if receiver == t.bob {
			t.late(sent)
		} else {
			t.whole(sent)
		}
		t.Ask("bob", 0, vault, "PacketVault", "withdraw", Address{})
	}
}

// caps of gas are not kept. Pull 992.
func (t teller) caps() {
	t.Tell("992: gas that a callback sees")
	probe := t.probe("CallbackNotes")
	all := func(memo string) {
		t.whole(t.sends("CallbackNotes", probe, 40, t.bob, memo))
		t.late(t.sends("CallbackNotes", probe, 41, t.bob, memo))
	}
	all(source(probe, "1000000"))
	all(source(probe, "200000"))
	t.Tell("992: gas that is refunded")
	t.Ask("alice", 0, probe, "CallbackNotes", "become", big.NewInt(10))
	for _, gas := range []string{"100000", "200000", "400000"} {
		all(source(probe, gas))
	}
	t.Tell("992: a callback without an end")
	burner := t.probe("CallbackProbe")
	friend, _ := t.Account("carol")
	t.Ask("alice", 0, burner, "CallbackProbe", "become", uint8(2), friend, t.bob)
	t.whole(t.sends("CallbackProbe", burner, 42, t.bob, source(burner, "400000")))
	t.late(t.sends("CallbackProbe", burner, 43, t.bob, source(burner, "400000")))
	t.Tell("992: a relayer's limit of gas")
	counter := t.probe("CallbackProbe")
	packet := t.sends("CallbackProbe", counter, 44, t.bob, source(counter, "900000"))[0]
	answer := t.Receive(packet)
	for _, gas := range []uint64{150_000, 1_500_000} {
		t.Acknowledge(packet, gas, answer)
	}
	packet = t.sends("CallbackProbe", counter, 45, t.bob, source(counter, "900000"))[0]
	t.Wait()
	for _, gas := range []uint64{150_000, 1_500_000} {
		t.TimeOut(packet, gas)
	}
	t.Tell("992: a contract that a packet names at its destination")
	taker := t.Deploy("CallbackProbe")
	arrived := t.Arrived(t.there)
	_, alice := t.Account("alice")
	isolated := t.Isolated(t.there, alice)
	for i, gas := range []string{"1000000", "150000", "100000", "60000", "30000"} {
		amount := int64(50 + i)
		input := t.Input("CallbackProbe", "take", arrived, big.NewInt(amount))
		t.whole(t.Transfer("alice", t.here, amount, isolated, memo("dest_callback", taker, gas, "calldata", hex.EncodeToString(input)), t.In(60)))
	}
	noter := t.Deploy("CallbackNotes")
	input := t.Input("CallbackNotes", "onPacketTimeout", "", "", uint64(0), []byte{})
	t.whole(t.Transfer("alice", t.here, 60, isolated, memo("dest_callback", noter, "300000", "calldata", hex.EncodeToString(input)), t.In(60)))
}

// again are transfers within callbacks. Pull 1061.
func (t teller) again() {
	t.Tell("1061: a callback sends again")
	probe := t.probe("CallbackProbe")
	friend, _ := t.Account("carol")
	t.Ask("alice", 0, probe, "CallbackProbe", "become", uint8(3), friend, t.bob)
	t.whole(t.sends("CallbackProbe", probe, 70, t.bob, source(probe, "1000000")))
	t.whole(t.sends("CallbackProbe", probe, 71, "nobody", source(probe, "1000000")))
	t.late(t.sends("CallbackProbe", probe, 72, t.bob, source(probe, "1000000")))
	t.Tell("1061: and what it sent times out")
	packets := t.sends("CallbackProbe", probe, 73, t.bob, source(probe, "1000000"))
	t.Wait()
	for _, p := range packets {
		t.late(t.TimeOut(p, plenty))
	}
}

// source asks for callbacks of a contract that sends.
func source(contract Address, gas string) string { return memo("src_callback", contract, gas) }

func memo(key string, contract Address, gas string, more ...string) string {
	body := map[string]string{"address": "0x" + hex.EncodeToString(contract[:]), "gas_limit": gas}
	for i := 0; i < len(more); i += 2 {
		body[more[i]] = more[i+1]
	}
	text, err := json.Marshal(map[string]any{key: body})
	if err != nil {
		panic(err)
	}
	return string(text)
}

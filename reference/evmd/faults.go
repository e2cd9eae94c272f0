package main

import (
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/evm/utils"
	callbackstypes "github.com/cosmos/evm/x/ibc/callbacks/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	"github.com/ethereum/go-ethereum/common"
	"sudobox/reference/evmd-faults/stories"
)

// faults are stories of published faults, which this release does not have.
func faults() *Chain {
	c := start(nil)
	stories.Tell(teller{c})
	return c
}

// teller does what the stories say.
type teller struct{ c *Chain }

func accountNamed(name string) *Account {
	return map[string]*Account{"alice": alice, "bob": bob, "carol": carol}[name]
}

func packetsOf(result *abci.ExecTxResult) (packets []stories.Packet) {
	for _, one := range sent(result) {
		packets = append(packets, one)
	}
	return packets
}

func (t teller) Tell(story string) { t.c.tell(story) }

func (t teller) Channel(first int) (here, there string) { return t.c.channel(first) }

func (t teller) Deploy(contract string, arguments ...any) stories.Address {
	return t.c.create(alice, 5_000_000, contractOf(contract).with(arguments...))
}

func (t teller) Input(contract, method string, arguments ...any) []byte {
	return must(contractOf(contract).abi.Pack(method, arguments...))
}

func (t teller) Ask(account string, value int64, at stories.Address, contract, method string, arguments ...any) []stories.Packet {
	return packetsOf(t.c.call(accountNamed(account), common.Address(at), wei(value), 1_500_000, t.Input(contract, method, arguments...)))
}

func (t teller) Pay(to stories.Address, amount int64) {
	t.c.call(alice, common.Address(to), wei(amount), 100_000, nil)
}

func (t teller) Transfer(account, channel string, amount int64, receiver, memo string, timeout uint64) []stories.Packet {
	from := accountNamed(account)
	msg := transfertypes.NewMsgTransfer(port, channel, sdkCoin(denom, amount), from.address.String(), receiver, clienttypes.ZeroHeight(), timeout, memo)
	return packetsOf(t.c.block(t.c.cosmos(from, 0, 1_000_000, msg))[0])
}

func (t teller) Receive(packet stories.Packet) []byte {
	return t.c.receive(packet.(channeltypes.Packet))
}

func (t teller) Acknowledge(packet stories.Packet, gas uint64, acknowledgement []byte) []stories.Packet {
	return packetsOf(t.c.acknowledge(gas, packet.(channeltypes.Packet), acknowledgement))
}

func (t teller) TimeOut(packet stories.Packet, gas uint64) []stories.Packet {
	return packetsOf(t.c.timeOut(gas, packet.(channeltypes.Packet)))
}

func (t teller) Wait() { t.c.after(10 * time.Minute) }

func (t teller) In(seconds int64) uint64 { return t.c.in(seconds) }

func (t teller) Account(name string) (stories.Address, string) {
	one := accountNamed(name)
	return one.eth, one.address.String()
}

func (t teller) Isolated(channel, sender string) string {
	return callbackstypes.GenerateIsolatedAddress(channel, sender).String()
}

func (t teller) Arrived(channel string) stories.Address {
	return must(utils.GetIBCDenomAddress(voucher(channel, denom)))
}

package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/evm/precompiles/callbacks"
	"github.com/cosmos/evm/utils"
	erc20types "github.com/cosmos/evm/x/erc20/types"
	callbackstypes "github.com/cosmos/evm/x/ibc/callbacks/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	ibcexported "github.com/cosmos/ibc-go/v11/modules/core/exported"
	localhost "github.com/cosmos/ibc-go/v11/modules/light-clients/09-localhost"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
)

// Both ends of each channel are on the chain itself, whose client reads its own store: one app shows what two do.

const port = transfertypes.PortID

var (
	proof = localhost.SentinelProof
	some  = clienttypes.NewHeight(1, 1)
)

// valueOf is the first attribute of that name in events of that type.
func valueOf(events []abci.Event, kind, name string) string {
	for _, event := range events {
		for _, one := range event.Attributes {
			if event.Type == kind && one.Key == name {
				return one.Value
			}
		}
	}
	return ""
}

// relays sends a message of a relayer, who is carol.
func (c *Chain) relays(gas uint64, msg sdk.Msg) *abci.ExecTxResult {
	return c.block(c.cosmos(carol, 0, gas, msg))[0]
}

// channel opens one whose ends are the next two channels.
func (c *Chain) channel(first int) (here, there string) {
	here, there = fmt.Sprint("channel-", first), fmt.Sprint("channel-", first+1)
	me, hops := carol.address.String(), []string{ibcexported.LocalhostConnectionID}
	c.relays(500_000, channeltypes.NewMsgChannelOpenInit(port, transfertypes.V1, channeltypes.UNORDERED, hops, port, me))
	c.relays(500_000, channeltypes.NewMsgChannelOpenTry(port, transfertypes.V1, channeltypes.UNORDERED, hops, port, here, transfertypes.V1, proof, some, me))
	c.relays(500_000, channeltypes.NewMsgChannelOpenAck(port, here, there, transfertypes.V1, proof, some, me))
	c.relays(500_000, channeltypes.NewMsgChannelOpenConfirm(port, there, proof, some, me))
	return here, there
}

// sent are the packets of a transaction.
func sent(result *abci.ExecTxResult) (packets []channeltypes.Packet) {
	for _, event := range result.Events {
		if event.Type != channeltypes.EventTypeSendPacket {
			continue
		}
		only := []abci.Event{event}
		of := func(name string) string { return valueOf(only, event.Type, name) }
		number := func(name string) (n uint64) {
			fmt.Sscan(of(name), &n)
			return n
		}
		packets = append(packets, channeltypes.NewPacket(must(hex.DecodeString(of(channeltypes.AttributeKeyDataHex))),
			number(channeltypes.AttributeKeySequence), of(channeltypes.AttributeKeySrcPort), of(channeltypes.AttributeKeySrcChannel),
			of(channeltypes.AttributeKeyDstPort), of(channeltypes.AttributeKeyDstChannel),
			must(clienttypes.ParseHeight(of(channeltypes.AttributeKeyTimeoutHeight))), number(channeltypes.AttributeKeyTimeoutTimestamp)))
	}
	return packets
}

const (
	receiveGas = 2_000_000
	answerGas  = 2_000_000
)

// receive brings a packet, and says what the acknowledgement is; nothing if there is none.
func (c *Chain) receive(p channeltypes.Packet) []byte {
	result := c.relays(receiveGas, channeltypes.NewMsgRecvPacket(p, proof, some, carol.address.String()))
	return must(hex.DecodeString(valueOf(result.Events, channeltypes.EventTypeWriteAck, channeltypes.AttributeKeyAckHex)))
}

func (c *Chain) acknowledge(gas uint64, p channeltypes.Packet, answer []byte) *abci.ExecTxResult {
	return c.relays(gas, channeltypes.NewMsgAcknowledgement(p, answer, proof, some, carol.address.String()))
}

func (c *Chain) timeOut(gas uint64, p channeltypes.Packet) *abci.ExecTxResult {
	return c.relays(gas, channeltypes.NewMsgTimeout(p, 1, proof, some, carol.address.String()))
}

// whole brings packets there and their acknowledgements back.
func (c *Chain) whole(result *abci.ExecTxResult) {
	for _, p := range sent(result) {
		if answer := c.receive(p); len(answer) > 0 {
			c.acknowledge(answerGas, p, answer)
		}
	}
}

// late lets packets time out.
func (c *Chain) late(result *abci.ExecTxResult) {
	c.after(10 * time.Minute)
	for _, p := range sent(result) {
		c.timeOut(answerGas, p)
	}
}

// in is a time in so many seconds, in nanoseconds.
func (c *Chain) in(seconds int64) uint64 {
	return uint64(c.time.Add(time.Duration(seconds) * time.Second).UnixNano())
}

// transfer is a message of an account.
func (c *Chain) transfer(a *Account, channel string, coin sdk.Coin, receiver, memo string) *abci.ExecTxResult {
	msg := transfertypes.NewMsgTransfer(port, channel, coin, a.address.String(), receiver, clienttypes.ZeroHeight(), c.in(60), memo)
	return c.block(c.cosmos(a, 0, 1_000_000, msg))[0]
}

// source asks for callbacks of a contract that sends.
func source(contract common.Address, gas string, more ...any) string {
	return memo("src_callback", contract, gas, more...)
}

// destination asks for a call of a contract that receives.
func destination(contract common.Address, gas string, input []byte) string {
	return memo("dest_callback", contract, gas, "calldata", hex.EncodeToString(input))
}

func memo(key string, contract common.Address, gas string, more ...any) string {
	body := map[string]any{"address": contract.Hex()}
	if gas != "" {
		body["gas_limit"] = gas
	}
	for i := 0; i < len(more); i += 2 {
		body[more[i].(string)] = more[i+1]
	}
	return string(must(json.Marshal(map[string]any{key: body})))
}

// voucher is the name of what arrived at a channel.
func voucher(channel, base string) string {
	return transfertypes.NewDenom(base, transfertypes.NewHop(port, channel)).IBCDenom()
}

// packets are transfers between channels of the chain, with coins, tokens and callbacks to contracts.
func packets() *Chain {
	c := start(func(state map[string]any) {
		for _, balance := range state["bank"].(map[string]any)["balances"].([]any) {
			one := balance.(map[string]any)
			if one["address"] == alice.address.String() {
				one["coins"] = append([]any{one["coins"].([]any)[0], map[string]any{"denom": factory, "amount": "1000"}}, one["coins"].([]any)[1:]...)
			}
		}
	})
	c.tell("channels")
	here, there := c.channel(0)
	other, _ := c.channel(2)
	to := bob.address.String()

	c.tell("coins arrive, and come home")
	c.whole(c.transfer(alice, here, sdkCoin(denom, 1000), to, ""))
	c.whole(c.transfer(alice, here, sdkCoin(denom, 500), to, "hello"))
	c.whole(c.transfer(alice, here, sdkCoin("uother", 70), to, ""))
	back := voucher(there, denom)
	c.whole(c.transfer(bob, there, sdkCoin(back, 300), alice.address.String(), ""))
	c.tell("what arrived is a token, too")
	face := must(utils.GetIBCDenomAddress(back))
	c.asArrived(face)
	c.tell("transfers that fail")
	c.late(c.transfer(alice, here, sdkCoin(denom, 11), to, ""))
	c.late(c.transfer(bob, there, sdkCoin(back, 12), alice.address.String(), ""))
	c.whole(c.transfer(alice, here, sdkCoin(denom, 13), "nobody", ""))
	c.whole(c.transfer(bob, there, sdkCoin(back, 14), "nobody", ""))
	c.whole(c.transfer(alice, here, sdkCoin(denom, 15), governance, ""))
	c.transfer(alice, here, sdkCoin("unknown", 1), to, "")
	c.transfer(alice, "channel-9", sdkCoin(denom, 1), to, "")

	c.tell("a contract's tokens")
	token := c.create(alice, 3_000_000, contractOf("ERC20").with("Gold", "GLD", wei(1_000_000)))
	c.whole(c.transfer(alice, here, sdkCoin(erc20types.CreateDenom(token.Hex()), 5), to, ""))
	c.block(c.cosmos(alice, 0, 500_000, &erc20types.MsgRegisterERC20{Signer: alice.address.String(), Erc20Addresses: []string{token.Hex()}}))
	gold := erc20types.CreateDenom(token.Hex())
	c.whole(c.transfer(alice, here, sdkCoin(gold, 100), to, ""))
	c.whole(c.transfer(bob, there, sdkCoin(voucher(there, gold), 40), alice.address.String(), ""))
	c.late(c.transfer(alice, here, sdkCoin(gold, 7), to, ""))
	c.whole(c.transfer(alice, here, sdkCoin(gold, 8), "nobody", ""))
	c.whole(c.transfer(bob, there, sdkCoin(voucher(there, gold), 9), "nobody", ""))
	c.tell("the precompile of transfers")
	send := func(a *Account, channel, name string, amount int64, receiver string) *abci.ExecTxResult {
		return c.call(a, at(0x802), wei(0), 1_000_000, transferCall(channel, name, amount, a.eth, receiver, c.in(60), ""))
	}
	c.whole(send(alice, here, denom, 21, to))
	c.whole(send(alice, here, gold, 22, to))
	c.late(send(alice, here, gold, 23, to))
	c.whole(send(bob, there, voucher(there, gold), 5, alice.address.String()))
	send(alice, here, "unknown", 1, to)
	send(alice, "channel-9", denom, 1, to)
	c.call(bob, at(0x802), wei(0), 1_000_000, transferCall(here, denom, 1, alice.eth, to, c.in(60), ""))
	c.call(alice, at(0x802), wei(0), 1_000_000, transferCall(here, denom, 0, alice.eth, to, c.in(60), ""))
	c.call(alice, at(0x802), wei(0), 1_000_000, transferCall(here, denom, 1, alice.eth, to, 0, ""))
	c.call(alice, at(0x802), wei(0), 1_000_000, transferCall(here, denom, 1, alice.eth, to, 1, ""))
	c.call(alice, at(0x802), wei(0), 500_000, method("denoms("+pages+")", page{F2: 10}))
	c.call(alice, at(0x802), wei(0), 500_000, method("denom(string)", back[4:]))
	c.call(alice, at(0x802), wei(0), 500_000, method("denomHash(string)", port+"/"+there+"/"+denom))

	c.callbacks(here, other)
	c.limits(here)
	c.receivers(here, there)
	c.vault(here, other, token)
	c.rest(here, there, token)
	return c
}

const transferSignature = "transfer(string,string,string,uint256,address,string,(uint64,uint64),uint64,string)"

type heights struct{ F0, F1 uint64 }

func transferCall(channel, name string, amount int64, from common.Address, receiver string, timeout uint64, memo string) []byte {
	return method(transferSignature, port, channel, name, wei(amount), from, receiver, heights{}, timeout, memo)
}

// asArrived asks and moves what arrived through its ERC-20 face.
func (c *Chain) asArrived(face common.Address) {
	for _, input := range [][]byte{
		method("name()"), method("symbol()"), method("decimals()"), method("totalSupply()"), method(balanceOf, bob.eth),
		method(transferTo, carol.eth, wei(7)), method(transferTo, carol.eth, wei(7_000_000)), method(approve, alice.eth, wei(20)),
	} {
		c.call(bob, face, wei(0), 200_000, input)
	}
	c.call(alice, face, wei(0), 200_000, method(transferFrom, bob.eth, carol.eth, wei(5)))
}

// callbacks are those of a contract that sends.
func (c *Chain) callbacks(here, other string) {
	artifact := contractOf("CallbackProbe")
	probe := c.create(alice, 4_000_000, artifact.code)
	c.call(alice, probe, wei(1_000_000), 100_000, nil)
	ask := func(name string, arguments ...any) []byte { return must(artifact.abi.Pack(name, arguments...)) }
	become := func(mode uint8) {
		c.call(alice, probe, wei(0), 300_000, ask("become", mode, carol.eth, bob.address.String()))
	}
	send := func(channel string, amount int64, receiver, memo string) *abci.ExecTxResult {
		return c.call(alice, probe, wei(0), 1_000_000, ask("send", channel, denom, wei(amount), receiver, c.in(60), memo))
	}
	to := bob.address.String()
	all := func(memo string) {
		c.whole(send(here, 10, to, memo))
		c.whole(send(here, 11, "nobody", memo))
		c.late(send(here, 12, to, memo))
	}
	c.tell("callbacks")
	all(source(probe, "1000000"))
	all(source(probe, ""))
	c.whole(send(other, 13, to, source(probe, "300000")))
	c.tell("no callback")
	c.whole(send(here, 14, to, ""))
	c.whole(send(here, 15, to, "text"))
	c.whole(send(here, 16, to, source(probe, "1000000", "calldata", "01")))
	c.late(send(here, 17, to, source(probe, "1000000", "calldata", "01")))
	c.whole(send(here, 18, to, source(alice.eth, "1000000")))
	c.whole(send(here, 19, to, `{"src_callback":{"address":"nothing"}}`))
	c.whole(send(here, 20, to, `{"src_callback":{"address":""}}`))
	c.whole(send(here, 21, to, `{"src_callback":{"address":7}}`))
	c.whole(send(here, 22, to, `{"src_callback":{"address":"`+probe.Hex()+`","gas_limit":5}}`))
	c.whole(send(here, 23, to, source(probe, "many")))
	c.whole(send(here, 24, to, source(probe, "1000000", "calldata", "0x")))
	c.whole(c.transfer(alice, here, sdkCoin(denom, 25), to, source(alice.eth, "1000000")))
	c.late(c.transfer(alice, here, sdkCoin(denom, 26), to, source(probe, "1000000")))
	c.tell("limits of gas")
	for _, gas := range []string{"0", "1", "21000", "40000", "100000", "999999999"} {
		all(source(probe, gas))
	}
	c.tell("callbacks that fail")
	for mode := uint8(1); mode <= 5; mode++ {
		become(mode)
		all(source(probe, "400000"))
		if mode == 5 {
			become(mode)
			all(source(probe, "900000"))
		}
	}
	become(0)
	c.tell("a relayer's limit of gas")
	packet := sent(send(here, 27, to, source(probe, "900000")))[0]
	answer := c.receive(packet)
	for _, gas := range []uint64{100_000, 200_000, 300_000, 500_000, 1_200_000} {
		c.acknowledge(gas, packet, answer)
	}
	become(2)
	packet = sent(send(here, 28, to, source(probe, "900000")))[0]
	c.after(10 * time.Minute)
	for _, gas := range []uint64{100_000, 400_000, 900_000, 1_500_000} {
		c.timeOut(gas, packet)
	}
	become(0)
	c.tell("twice")
	packet = sent(send(here, 29, to, source(probe, "900000")))[0]
	answer = c.receive(packet)
	c.receive(packet)
	c.acknowledge(answerGas, packet, []byte(`{"result":"AA=="}`))
	c.acknowledge(answerGas, packet, answer)
	c.acknowledge(answerGas, packet, answer)
	c.timeOut(answerGas, packet)
}

// limits are those of gas at which a callback just works, or just does not.
func (c *Chain) limits(here string) {
	artifact := contractOf("CallbackProbe")
	probe := c.create(alice, 4_000_000, artifact.code)
	c.call(alice, probe, wei(1_000_000), 100_000, nil)
	c.tell("a callback's least gas")
	// Whether the callback of a timeout succeeds with so much gas; the packet that it is told of.
	try := func(gas uint64) (bool, channeltypes.Packet) {
		memo := source(probe, fmt.Sprintf("%06d", gas))
		result := c.call(alice, probe, wei(0), 1_000_000,
			must(artifact.abi.Pack("send", here, denom, wei(10), bob.address.String(), c.in(60), memo)))
		packet := sent(result)[0]
		c.after(10 * time.Minute)
		done := c.timeOut(answerGas, packet)
		return valueOf(done.Events, "ibc_src_callback", "callback_result") == "success", packet
	}
	low, high := uint64(20_000), uint64(200_000)
	var packet channeltypes.Packet
	for high-low > 1 {
		middle := (low + high) / 2
		works, tried := try(middle)
		packet = tried
		if works {
			high = middle
		} else {
			low = middle
		}
	}
	data := must(callbacks.ABI.Pack("onPacketTimeout", packet.SourceChannel, packet.SourcePort, packet.Sequence, packet.Data))
	intrinsic := must(core.IntrinsicGas(data, nil, nil, false, true, true, true))
	floor := must(core.FloorDataGas(data))
	c.tell("a callback's least gas, before its code runs")
	for _, gas := range []uint64{intrinsic - 1, intrinsic, floor - 1, floor} {
		try(gas)
	}
}

// factory is a coin that looks as if another module had made it.
const factory = "factory/cosmos1/gold"

// rest has what the stories before leave out.
func (c *Chain) rest(here, there string, token common.Address) {
	gold, to := erc20types.CreateDenom(token.Hex()), bob.address.String()
	c.tell("a coin of a factory")
	c.whole(c.transfer(alice, here, sdkCoin(factory, 40), to, ""))
	c.whole(c.transfer(bob, there, sdkCoin(voucher(there, factory), 30), alice.address.String(), ""))
	c.tell("a contract looks at a token after it sent some")
	artifact := contractOf("CallbackProbe")
	probe := c.create(alice, 4_000_000, artifact.code)
	c.call(alice, token, wei(0), 100_000, method(transferTo, probe, wei(100)))
	c.whole(c.call(alice, probe, wei(0), 1_500_000, must(artifact.abi.Pack("sendAndLook", here, gold, wei(60), to, c.in(60), token))))
	c.tell("a pair is switched off while its coins are away")
	c.govern(&erc20types.MsgToggleConversion{Authority: governance, Token: token.Hex()})
	c.whole(c.transfer(bob, there, sdkCoin(voucher(there, gold), 5), alice.address.String(), ""))
	c.whole(c.transfer(alice, here, sdkCoin(gold, 2), "nobody", ""))
	c.late(c.transfer(alice, here, sdkCoin(gold, 2), to, ""))
	c.whole(c.call(alice, at(0x802), wei(0), 1_000_000, transferCall(here, gold, 1, alice.eth, to, c.in(60), "")))
}

// receivers are contracts that a packet names.
func (c *Chain) receivers(here, there string) {
	c.tell("a contract receives")
	artifact := contractOf("CallbackProbe")
	probe := c.create(alice, 4_000_000, artifact.code)
	isolated := callbackstypes.GenerateIsolatedAddress(there, alice.address.String()).String()
	arrived := must(utils.GetIBCDenomAddress(voucher(there, denom)))
	take := func(amount int64) []byte { return must(artifact.abi.Pack("take", arrived, wei(amount))) }
	send := func(amount int64, receiver, memo string) {
		c.whole(c.transfer(alice, here, sdkCoin(denom, amount), receiver, memo))
	}
	send(30, isolated, destination(probe, "1000000", take(30)))
	send(31, isolated, destination(probe, "", take(31)))
	send(32, isolated, destination(probe, "1000000", take(5)))
	send(33, isolated, destination(probe, "1000000", take(99)))
	send(34, isolated, destination(probe, "30000", take(34)))
	send(35, isolated, destination(probe, "60000", take(35)))
	send(36, isolated, destination(probe, "1000000", nil))
	send(37, isolated, destination(bob.eth, "1000000", take(37)))
	send(38, bob.address.String(), destination(probe, "1000000", take(38)))
	send(39, isolated, `{"dest_callback":{"address":"`+probe.Hex()+`","calldata":"no"}}`)
	c.call(alice, probe, wei(0), 200_000, must(artifact.abi.Pack("become", uint8(1), carol.eth, "")))
	send(40, isolated, destination(probe, "1000000", take(40)))
	c.whole(c.transfer(alice, here, sdkCoin("uother", 41), isolated, destination(probe, "1000000", take(41))))
}

// vault is a contract that keeps books of what it sends.
func (c *Chain) vault(here, other string, token common.Address) {
	c.tell("a vault")
	artifact := contractOf("PacketVault")
	vault := c.create(alice, 5_000_000, artifact.with(denom, "500000"))
	ask := func(name string, arguments ...any) []byte { return must(artifact.abi.Pack(name, arguments...)) }
	send := func(a *Account, channel string, one common.Address, amount int64, receiver string) *abci.ExecTxResult {
		value := wei(amount)
		if one != (common.Address{}) {
			c.call(a, token, wei(0), 100_000, method(approve, vault, wei(amount)))
			value = new(big.Int)
		}
		return c.call(a, vault, value, 1_500_000, ask("send", channel, one, wei(amount), receiver, c.in(60)))
	}
	withdraw := func(a *Account, one common.Address) {
		c.call(a, vault, wei(0), 300_000, ask("withdraw", one))
	}
	coin, to := common.Address{}, bob.address.String()
	for _, one := range []common.Address{coin, token} {
		c.whole(send(alice, here, one, 100, to))
		c.whole(send(alice, here, one, 101, "nobody"))
		c.late(send(alice, other, one, 102, to))
		withdraw(alice, one)
		withdraw(alice, one)
		withdraw(bob, one)
	}
	c.call(alice, vault, wei(1), 1_500_000, ask("send", here, coin, wei(2), to, c.in(60)))
	c.call(alice, vault, wei(0), 500_000, ask("onPacketTimeout", here, port, uint64(1), []byte{}))
	c.tell("two at once")
	first, second := send(alice, here, coin, 200, to), send(bob, other, coin, 300, to)
	c.late(second)
	c.late(first)
	withdraw(alice, coin)
	withdraw(bob, coin)
}

package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"

	sdkmath "cosmossdk.io/math"
	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/evm/utils"
	callbackstypes "github.com/cosmos/evm/x/ibc/callbacks/types"
	evmtypes "github.com/cosmos/evm/x/vm/types"
	transfertypes "github.com/cosmos/ibc-go/v10/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v10/modules/core/04-channel/types"
	ibcexported "github.com/cosmos/ibc-go/v10/modules/core/exported"
	localhost "github.com/cosmos/ibc-go/v10/modules/light-clients/09-localhost"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	ethtypes "github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"sudobox/reference/evmd-faults/stories"
)

const port = transfertypes.PortID

var (
	proof = localhost.SentinelProof
	some  = clienttypes.NewHeight(1, 1)
)

// teller does what the stories say.
type teller struct {
	c *chain
	// artifacts is the folder with contracts.
	artifacts string
}

func (t *teller) contract(name string) (abi.ABI, []byte) {
	file := struct {
		ABI      json.RawMessage `json:"abi"`
		Bytecode string          `json:"bytecode"`
	}{}
	check(json.Unmarshal(must(os.ReadFile(filepath.Join(t.artifacts, "solidity", name+".json"))), &file))
	return must(abi.JSON(strings.NewReader(string(file.ABI)))), common.FromHex(file.Bytecode)
}

func (t *teller) next(a *account) uint64 {
	return t.c.Accounts.GetAccount(t.c.now(), a.address).GetSequence()
}

// cosmos sends a message in a block of its own, at a price of 2 gwei.
func (t *teller) cosmos(name string, gas uint64, msg sdk.Msg) *abci.ExecTxResult {
	a, c := accounts[name], t.c
	fee := sdk.NewCoins(sdk.NewCoin(denom, sdkmath.NewIntFromUint64(gas).MulRaw(2_000_000_000)))
	number := c.Accounts.GetAccount(c.now(), a.address).GetAccountNumber()
	signed := must(sims.GenSignedMockTx(c.rand, c.TxConfig, []sdk.Msg{msg}, fee, gas, chainID, []uint64{number}, []uint64{t.next(a)}, a.key))
	return c.block(must(c.TxConfig.TxEncoder()(signed)))[0]
}

// ethereum sends a transaction in a block of its own.
func (t *teller) ethereum(name string, to *common.Address, value int64, gas uint64, input []byte) *abci.ExecTxResult {
	a := accounts[name]
	gwei := big.NewInt(1_000_000_000)
	signed := must(ethtypes.SignNewTx(must(a.key.ToECDSA()), ethtypes.LatestSignerForChainID(big.NewInt(evmChainID)), &ethtypes.DynamicFeeTx{
		ChainID: big.NewInt(evmChainID), Nonce: t.next(a), GasTipCap: gwei, GasFeeCap: new(big.Int).Mul(gwei, big.NewInt(10)),
		Gas: gas, To: to, Value: big.NewInt(value), Data: input,
	}))
	msg := &evmtypes.MsgEthereumTx{}
	msg.FromEthereumTx(signed)
	msg.From = a.address
	built := must(msg.BuildTx(t.c.TxConfig.NewTxBuilder(), denom))
	return t.c.block(must(t.c.TxConfig.TxEncoder()(built)))[0]
}

func (t *teller) Tell(story string) { t.c.story = story }

func (t *teller) Channel(first int) (here, there string) {
	here, there = fmt.Sprint("channel-", first), fmt.Sprint("channel-", first+1)
	me, hops := accounts["carol"].address.String(), []string{ibcexported.LocalhostConnectionID}
	for _, msg := range []sdk.Msg{
		channeltypes.NewMsgChannelOpenInit(port, transfertypes.V1, channeltypes.UNORDERED, hops, port, me),
		channeltypes.NewMsgChannelOpenTry(port, transfertypes.V1, channeltypes.UNORDERED, hops, port, here, transfertypes.V1, proof, some, me),
		channeltypes.NewMsgChannelOpenAck(port, here, there, transfertypes.V1, proof, some, me),
		channeltypes.NewMsgChannelOpenConfirm(port, there, proof, some, me),
	} {
		t.cosmos("carol", 500_000, msg)
	}
	return here, there
}

func (t *teller) Deploy(contract string, arguments ...any) stories.Address {
	face, code := t.contract(contract)
	at := crypto.CreateAddress(accounts["alice"].eth, t.next(accounts["alice"]))
	if result := t.ethereum("alice", nil, 0, 5_000_000, append(code, must(face.Pack("", arguments...))...)); result.Code != 0 {
		panic(result.Log)
	}
	return at
}

func (t *teller) Input(contract, method string, arguments ...any) []byte {
	face, _ := t.contract(contract)
	return must(face.Pack(method, arguments...))
}

func (t *teller) Ask(account string, value int64, at stories.Address, contract, method string, arguments ...any) []stories.Packet {
	to := common.Address(at)
	return sent(t.ethereum(account, &to, value, 1_500_000, t.Input(contract, method, arguments...)))
}

func (t *teller) Pay(at stories.Address, amount int64) {
	to := common.Address(at)
	t.ethereum("alice", &to, amount, 100_000, nil)
}

func (t *teller) Transfer(account, channel string, amount int64, receiver, memo string, timeout uint64) []stories.Packet {
	return sent(t.cosmos(account, 1_000_000, transfertypes.NewMsgTransfer(port, channel, sdk.NewInt64Coin(denom, amount),
		accounts[account].address.String(), receiver, clienttypes.ZeroHeight(), timeout, memo)))
}

func (t *teller) relays(gas uint64, msg sdk.Msg) *abci.ExecTxResult {
	return t.cosmos("carol", gas, msg)
}

func (t *teller) Receive(packet stories.Packet) []byte {
	result := t.relays(2_000_000, channeltypes.NewMsgRecvPacket(packet.(channeltypes.Packet), proof, some, accounts["carol"].address.String()))
	for _, one := range result.Events {
		if one.Type == channeltypes.EventTypeWriteAck {
			return must(hex.DecodeString(valueOf(one, channeltypes.AttributeKeyAckHex)))
		}
	}
	return nil
}

func (t *teller) Acknowledge(packet stories.Packet, gas uint64, acknowledgement []byte) []stories.Packet {
	return sent(t.relays(gas, channeltypes.NewMsgAcknowledgement(packet.(channeltypes.Packet), acknowledgement, proof, some, accounts["carol"].address.String())))
}

func (t *teller) TimeOut(packet stories.Packet, gas uint64) []stories.Packet {
	return sent(t.relays(gas, channeltypes.NewMsgTimeout(packet.(channeltypes.Packet), 1, proof, some, accounts["carol"].address.String())))
}

func (t *teller) Wait() { t.c.after(10 * time.Minute) }

func (t *teller) In(seconds int64) uint64 {
	return uint64(t.c.time.Add(time.Duration(seconds) * time.Second).UnixNano())
}

func (t *teller) Account(name string) (stories.Address, string) {
	return accounts[name].eth, accounts[name].address.String()
}

func (t *teller) Isolated(channel, sender string) string {
	return callbackstypes.GenerateIsolatedAddress(channel, sender).String()
}

func (t *teller) Arrived(channel string) stories.Address {
	return must(utils.GetIBCDenomAddress(transfertypes.NewDenom(denom, transfertypes.NewHop(port, channel)).IBCDenom()))
}

// valueOf is the first attribute of that name.
func valueOf(event abci.Event, name string) string {
	for _, one := range event.Attributes {
		if one.Key == name {
			return one.Value
		}
	}
	return ""
}

// sent are the packets of a transaction.
func sent(result *abci.ExecTxResult) (packets []stories.Packet) {
	for _, event := range result.Events {
		if event.Type != channeltypes.EventTypeSendPacket {
			continue
		}
		of := func(name string) string { return valueOf(event, name) }
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

package main

import (
	"fmt"
	"math/big"
	"math/rand"
	"time"

	sdkmath "cosmossdk.io/math"
	abci "github.com/cometbft/cometbft/abci/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	erc20types "github.com/cosmos/evm/x/erc20/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Random makes blocks of random transactions. All choices follow from the seed.
type Random struct {
	*Chain
	actors []*Account
	// used are the transactions of each account in the block that is made.
	used      map[*Account]uint64
	operators []string
	contracts []Known
	proxies   []common.Address
	token     common.Address
	denoms    []string
	here      string
	there     string
	flights   []*flight
	proposals uint64
	// unbonded are heights at which something was undelegated.
	unbonded []int64
	kinds    []kind
	blocked  int
}

// Known is a contract with its interface.
type Known struct {
	Contract
	at common.Address
}

// flight is a packet under way.
type flight struct {
	packet   channeltypes.Packet
	received bool
	answer   []byte
}

type kind struct {
	theme  string
	weight int
	make   func(*Random) []byte
}

// kinds of transactions, by what they are about.
var kinds = []kind{
	{"bank", 6, of(bankMessage)}, {"staking", 6, of(stakingMessage)}, {"distribution", 4, of(distributionMessage)}, {"governance", 4, of(governanceMessage)},
	{"grants", 4, of(grantMessage)}, {"tokens", 5, of(tokenMessage)}, {"transfers", 5, of(transferMessage)}, {"packets", 8, (*Random).relay},
	{"accounts", 2, of(accountMessage)}, {"ethereum", 8, (*Random).plain}, {"contracts", 8, (*Random).contract}, {"precompiles", 10, (*Random).precompile},
	{"code", 3, (*Random).code}, {"several", 3, (*Random).several}, {"malformed", 4, (*Random).malformed}, {"encodings", 4, (*Random).encoded},
}

// themed weighs one theme more than the others, which is the number of a story.
func themed(story int64) []kind {
	all := append([]kind{}, kinds...)
	all[int(story)%len(all)].weight *= 8
	return all
}

// random has so many blocks. A story of a theme is short, and has parameters of its own.
func random(seed int64, blocks int, story bool) *Chain {
	r := &Random{used: map[*Account]uint64{}, kinds: kinds}
	choice := rand.New(rand.NewSource(seed))
	r.Chain = start(func(state map[string]any) {
		if !story {
			return
		}
		params := func(module string) map[string]any { return state[module].(map[string]any)["params"].(map[string]any) }
		params("staking")["unbonding_time"] = []string{"20s", "60s", "3600s"}[choice.Intn(3)]
		params("staking")["max_entries"] = 1 + choice.Intn(7)
		params("feemarket")["min_gas_multiplier"] = []string{"0.5", "0", "1"}[choice.Intn(3)]
		params("feemarket")["elasticity_multiplier"] = 2 + choice.Intn(3)
		params("evm")["history_serve_window"] = []string{"8192", "4", "0"}[choice.Intn(3)]
		params("erc20")["permissionless_registration"] = choice.Intn(4) > 0
	})
	r.rand = choice
	if story {
		r.kinds = themed(seed)
		blocks = 5 + r.rand.Intn(16)
	}
	r.settle()
	r.story = fmt.Sprint("seed ", seed)
	for range blocks {
		r.next6()
	}
	header := r.lines[0].(map[string]any)
	header["seed"] = seed
	if story {
		header["theme"] = kinds[int(seed)%len(kinds)].theme
	}
	return r.Chain
}

// settle deploys contracts and opens a channel.
func (r *Random) settle() {
	r.story = "contracts and a channel"
	r.actors = append([]*Account{}, everyone...)
	r.operators = []string{oliver.operator(), olga.operator()}
	r.here, r.there = "channel-0", "channel-1"
	txs := [][]byte{}
	place := func(code []byte) common.Address {
		more := uint64(len(txs))
		at := crypto.CreateAddress(alice.eth, r.Chain.next(alice)+more)
		txs = append(txs, r.dynamic(alice, more, nil, wei(0), 4_900_000, code))
		return at
	}
	token := contractOf("ERC20")
	r.token = place(token.with("Gold", "GLD", wei(1_000_000_000)))
	r.contracts = append(r.contracts, Known{token, r.token})
	for _, name := range []string{"Reverter", "EventEmitter", "CallbackProbe"} {
		one := contractOf(name)
		r.contracts = append(r.contracts, Known{one, place(one.code)})
	}
	vault := contractOf("PacketVault")
	r.contracts = append(r.contracts, Known{vault, place(vault.with(denom, "400000"))})
	for _, code := range [][]byte{forwarder, delegator, asker} {
		r.proxies = append(r.proxies, place(code))
	}
	r.block(txs...)
	for _, name := range []string{"dora", "erin", "frank"} {
		one := accountOf(name)
		r.block(r.cosmos(bob, 0, 200_000, sendTo(bob, one.address, ether.MulRaw(40).BigInt())))
		r.actors = append(r.actors, one)
	}
	r.block(r.opened(), r.cosmos(alice, 0, 500_000, &erc20types.MsgRegisterERC20{Signer: alice.address.String(), Erc20Addresses: []string{r.token.Hex()}}),
		r.dynamic(alice, 1, &r.contracts[3].at, gwei(1_000_000_000), 100_000, nil))
	gold := erc20types.CreateDenom(r.token.Hex())
	r.denoms = []string{denom, denom, denom, "uother", gold, voucher(r.there, denom), voucher(r.there, "uother"), voucher(r.there, gold)}
	r.story = "random"
}

// next6 is a block of up to six transactions, after some time.
func (r *Random) next6() {
	r.used = map[*Account]uint64{}
	txs := [][]byte{}
	for range r.rand.Intn(7) {
		if tx := r.transaction(); r.paid(tx) {
			txs = append(txs, tx)
		}
	}
	r.absent = -1
	if r.blocked > 0 || r.rand.Intn(40) == 0 {
		r.absent, r.blocked = 1, (r.blocked+1)%14
	}
	for _, result := range r.after(r.wait(), txs...) {
		r.learn(result)
	}
}

// paid is false if nobody pays, for which the runner of transactions ends the process.
func (r *Random) paid(tx []byte) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	if one, err := r.TxConfig.TxDecoder()(tx); err == nil {
		one.(sdk.FeeTx).FeePayer()
	}
	return true
}

func (r *Random) transaction() []byte {
	total := 0
	for _, one := range r.kinds {
		total += one.weight
	}
	n := r.rand.Intn(total)
	for _, one := range r.kinds {
		if n -= one.weight; n < 0 {
			return one.make(r)
		}
	}
	return nil
}

func (r *Random) wait() time.Duration {
	switch r.rand.Intn(20) {
	case 0:
		return time.Duration(1+r.rand.Intn(30)) * time.Minute
	case 1:
		return time.Duration(1+r.rand.Intn(40)) * time.Hour
	case 2, 3:
		return time.Duration(20+r.rand.Intn(100)) * time.Second
	case 4, 5, 6, 7:
		return time.Duration(1 + r.rand.Int63n(9_000_000_000))
	default:
		return 5 * time.Second
	}
}

// learn keeps what later transactions are about.
func (r *Random) learn(result *abci.ExecTxResult) {
	for _, one := range sent(result) {
		r.flights = append(r.flights, &flight{packet: one})
	}
	for _, event := range result.Events {
		switch event.Type {
		case "submit_proposal", "proposal_deposit":
			id := uint64(0)
			fmt.Sscan(valueOf([]abci.Event{event}, event.Type, "proposal_id"), &id)
			r.proposals = max(r.proposals, id)
		case "unbond":
			r.unbonded = append(r.unbonded, r.height)
		}
	}
	for _, event := range result.Events {
		if event.Type != channeltypes.EventTypeWriteAck {
			continue
		}
		for _, one := range r.flights {
			only := []abci.Event{event}
			if valueOf(only, event.Type, channeltypes.AttributeKeySequence) == fmt.Sprint(one.packet.Sequence) &&
				valueOf(only, event.Type, channeltypes.AttributeKeySrcChannel) == one.packet.SourceChannel {
				one.received, one.answer = true, common.FromHex(valueOf(only, event.Type, channeltypes.AttributeKeyAckHex))
			}
		}
	}
}

func pick[T any](r *Random, all ...T) T { return all[r.rand.Intn(len(all))] }

// rarely is true once in so many times.
func (r *Random) rarely(n int) bool { return r.rand.Intn(n) == 0 }

func (r *Random) actor() *Account { return pick(r, r.actors...) }

// amount is anything from nothing to more than anybody has.
func (r *Random) amount() *big.Int {
	switch r.rand.Intn(12) {
	case 0:
		return wei(int64(r.rand.Intn(3)))
	case 1, 2, 3:
		return wei(r.rand.Int63n(1000))
	case 4, 5:
		return gwei(r.rand.Int63n(1_000_000))
	case 6, 7, 8:
		return gwei(r.rand.Int63n(2_000_000_000))
	case 9:
		return ether.MulRaw(r.rand.Int63n(12)).BigInt()
	case 10:
		return wei(r.rand.Int63())
	default:
		return new(big.Int).Lsh(wei(1+r.rand.Int63n(200)), uint(r.rand.Intn(100)))
	}
}

func (r *Random) denom() string {
	if r.rarely(15) {
		return pick(r, "unknown", "", "a", "UPPER", "with space", "ibc/00", "erc20:0x12", "erc20:"+alice.eth.Hex(), "factory/x/y")
	}
	return pick(r, r.denoms...)
}

// coin is often one that makes sense.
func (r *Random) coin() sdk.Coin {
	return sdk.Coin{Denom: r.denom(), Amount: sdkmath.NewIntFromBigInt(r.amount())}
}

// stake is some of the chain's own coin.
func (r *Random) stake() sdk.Coin {
	if r.rarely(10) {
		return r.coin()
	}
	return sdk.Coin{Denom: denom, Amount: sdkmath.NewIntFromBigInt(r.amount())}
}

func (r *Random) coins() sdk.Coins {
	all := sdk.Coins{}
	for range 1 + r.rand.Intn(5)/3 {
		all = append(all, r.coin())
	}
	if !r.rarely(6) {
		return inOrder(all)
	}
	return all
}

// inOrder are coins as messages want them.
func inOrder(all sdk.Coins) sdk.Coins {
	sum := map[string]bool{}
	kept := sdk.Coins{}
	for _, one := range all {
		if !sum[one.Denom] && one.IsPositive() {
			sum[one.Denom] = true
			kept = append(kept, one)
		}
	}
	return kept.Sort()
}

// address is of somebody, of something, or of nobody.
func (r *Random) address() common.Address {
	switch r.rand.Intn(12) {
	case 0:
		return at(pick(r, int64(0), 1, 2, 4, 9, 17, 0x100, 0x400, 0x800, 0x801, 0x802, 0x804, 0x805, 0x806, 0x807, 0x803))
	case 1:
		return common.BytesToAddress(r.Accounts.GetModuleAddress(pick(r, "gov", "erc20", "mint", "distribution", "transfer", "evm")))
	case 2:
		return pick(r, r.contracts...).at
	case 3:
		return pick(r, append(r.proxies, r.token, common.HexToAddress(wrapped))...)
	case 4:
		return common.BigToAddress(wei(r.rand.Int63()))
	default:
		return r.actor().eth
	}
}

// text is an address in some form.
func (r *Random) text() string {
	if r.rarely(15) {
		return pick(r, "", "nobody", "cosmos1", "cosmos1qqqq", "0x", "0x12", alice.operator(), "osmo1"+alice.address.String()[7:], alice.address.String()+"x", " ")
	}
	one := r.address()
	if r.rarely(6) {
		return one.Hex()
	}
	return sdk.AccAddress(one.Bytes()).String()
}

func (r *Random) operator() string {
	if r.rarely(12) {
		return pick(r, "", "nobody", bob.operator(), alice.address.String(), alice.eth.Hex())
	}
	return pick(r, r.operators...)
}

func (r *Random) words() string {
	return pick(r, "", "a", "text", "längere Worte", `{"a":1}`, "a\nb", string(make([]byte, 3)), "0123456789012345678901234567890123456789012345678901234567890123456789")
}

package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"math/rand"
	"regexp"
	"time"
	"unicode/utf8"

	sdkmath "cosmossdk.io/math"
	storetypes "cosmossdk.io/store/types"
	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/crypto/ed25519"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	"github.com/cosmos/cosmos-sdk/codec/types"
	cryptocodec "github.com/cosmos/cosmos-sdk/crypto/codec"
	"github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	"github.com/cosmos/evm/crypto/ethsecp256k1"
	erc20types "github.com/cosmos/evm/x/erc20/types"
	evmtypes "github.com/cosmos/evm/x/vm/types"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// The chain, its accounts and its blocks are those of the recorder for v0.7.3.
const (
	chainID    = "cosmos_262144-1"
	evmChainID = 262144
	denom      = "atest"
	maxGas     = 10_000_000
	wrapped    = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"
)

var (
	genesisTime = time.Unix(1_767_225_600, 0).UTC()
	ether       = sdkmath.NewIntWithDecimal(1, 18)
)

type account struct {
	key     *ethsecp256k1.PrivKey
	address sdk.AccAddress
	eth     common.Address
}

func accountOf(name string) *account {
	key := &ethsecp256k1.PrivKey{Key: crypto.Keccak256([]byte(name))}
	address := sdk.AccAddress(key.PubKey().Address())
	return &account{key, address, common.BytesToAddress(address)}
}

var (
	names    = []string{"alice", "bob", "carol", "oliver", "olga"}
	accounts = map[string]*account{}
)

func init() {
	for _, name := range names {
		accounts[name] = accountOf(name)
	}
}

// chain is an app whose blocks are written down.
type chain struct {
	*App
	lines  []any
	height int64
	time   time.Time
	story  string
	rand   *rand.Rand
	key    ed25519.PrivKey
}

type event [2]any

type tx struct {
	Tx        string  `json:"tx"`
	Code      uint32  `json:"code,omitempty"`
	Codespace string  `json:"codespace,omitempty"`
	Log       string  `json:"log,omitempty"`
	Wanted    int64   `json:"wanted"`
	Used      int64   `json:"used"`
	Data      string  `json:"data,omitempty"`
	Events    []event `json:"events"`
}

type block struct {
	Story    string                        `json:"story"`
	Height   int64                         `json:"height"`
	Hash     string                        `json:"hash"`
	Time     string                        `json:"time"`
	Proposer string                        `json:"proposer"`
	Txs      []tx                          `json:"txs,omitempty"`
	Events   []event                       `json:"events"`
	Rows     map[string]map[string]*string `json:"rows"`
}

func start() *chain {
	c := &chain{
		App: newApp(), time: genesisTime, story: "genesis", rand: rand.New(rand.NewSource(1)),
		key: ed25519.GenPrivKeyFromSecret([]byte("oliver")),
	}
	state := c.state()
	bz, err := json.Marshal(state)
	check(err)
	params := *sims.DefaultConsensusParams
	params.Block = &cmtproto.BlockParams{MaxBytes: 4_000_000, MaxGas: maxGas}
	_, err = c.InitChain(&abci.RequestInitChain{ChainId: chainID, Time: genesisTime, InitialHeight: 1, ConsensusParams: &params, AppStateBytes: bz})
	check(err)
	c.lines = append(c.lines, map[string]any{"program": "github.com/cosmos/evm", "version": "v0.6.0", "genesis": map[string]any{
		"chain_id": chainID, "genesis_time": genesisTime.Format(time.RFC3339), "initial_height": 1, "max_gas": maxGas, "app_state": state,
	}})
	c.block()
	return c
}

func (c *chain) state() map[string]json.RawMessage {
	sdk.DefaultBondDenom = denom
	state := c.basics.DefaultGenesis(c.Codec)
	all, balances := []authtypes.GenesisAccount{}, []banktypes.Balance{}
	for i, name := range names {
		all = append(all, authtypes.NewBaseAccount(accounts[name].address, nil, uint64(i), 0))
		balances = append(balances, banktypes.Balance{Address: accounts[name].address.String(), Coins: sdk.NewCoins(
			sdk.NewCoin(denom, ether.MulRaw(1000)), sdk.NewInt64Coin("uother", 1_000_000_000),
		)})
	}
	state["auth"] = c.Codec.MustMarshalJSON(authtypes.NewGenesisState(authtypes.DefaultParams(), all))
	tokens, operator := ether.MulRaw(90), accounts["oliver"].address
	packed := must(types.NewAnyWithValue(must(cryptocodec.FromCmtPubKeyInterface(c.key.PubKey()))))
	tenth := sdkmath.LegacyNewDecWithPrec(10, 2)
	validator := stakingtypes.Validator{
		OperatorAddress: sdk.ValAddress(operator).String(), ConsensusPubkey: packed, Status: stakingtypes.Bonded, Tokens: tokens,
		DelegatorShares: sdkmath.LegacyNewDecFromInt(tokens), Description: stakingtypes.Description{Moniker: "oliver"},
		UnbondingTime: time.Unix(0, 0).UTC(), MinSelfDelegation: sdkmath.OneInt(),
		Commission: stakingtypes.NewCommissionWithTime(tenth, tenth.MulInt64(2), tenth.QuoInt64(10), genesisTime),
	}
	state["staking"] = c.Codec.MustMarshalJSON(stakingtypes.NewGenesisState(stakingtypes.DefaultParams(), []stakingtypes.Validator{validator},
		[]stakingtypes.Delegation{stakingtypes.NewDelegation(operator.String(), validator.OperatorAddress, validator.DelegatorShares)}))
	balances = append(balances, banktypes.Balance{
		Address: authtypes.NewModuleAddress(stakingtypes.BondedPoolName).String(), Coins: sdk.NewCoins(sdk.NewCoin(denom, tokens)),
	})
	state["bank"] = c.Codec.MustMarshalJSON(banktypes.NewGenesisState(banktypes.DefaultParams(), balances, nil, []banktypes.Metadata{{
		Description: "The coin of the chain", Base: denom, Display: "test", Name: "Test Token", Symbol: "TEST",
		DenomUnits: []*banktypes.DenomUnit{{Denom: denom}, {Denom: "test", Exponent: 18}},
	}}, []banktypes.SendEnabled{}))
	evm := evmtypes.DefaultGenesisState()
	evm.Params.EvmDenom, evm.Params.ExtendedDenomOptions.ExtendedDenom = denom, denom
	evm.Params.ActiveStaticPrecompiles = append(evmtypes.AvailableStaticPrecompiles, "0x0000000000000000000000000000000000000807")
	evm.Preinstalls = evmtypes.DefaultPreinstalls
	state["evm"] = c.Codec.MustMarshalJSON(evm)
	erc20 := erc20types.DefaultGenesisState()
	erc20.TokenPairs = []erc20types.TokenPair{erc20types.NewTokenPair(common.HexToAddress(wrapped), denom, erc20types.OWNER_MODULE)}
	erc20.NativePrecompiles = []string{wrapped}
	state["erc20"] = c.Codec.MustMarshalJSON(erc20)
	return state
}

// block runs transactions five seconds after the last block.
func (c *chain) block(txs ...[]byte) []*abci.ExecTxResult { return c.after(5*time.Second, txs...) }

func (c *chain) after(wait time.Duration, txs ...[]byte) []*abci.ExecTxResult {
	c.height++
	if c.height > 1 {
		c.time = c.time.Add(wait)
	}
	proposer := c.key.PubKey().Address()
	hash := crypto.Keccak256([]byte(c.time.Format(time.RFC3339)))
	request := &abci.RequestFinalizeBlock{Height: c.height, Time: c.time, Txs: txs, ProposerAddress: proposer, Hash: hash}
	response := must(c.FinalizeBlock(request))
	must(c.Commit())
	made := block{
		Story: c.story, Height: c.height, Hash: base(hash), Time: c.time.Format(time.RFC3339Nano), Proposer: base(proposer),
		Events: eventsOf(response.Events), Rows: map[string]map[string]*string{},
	}
	for i, result := range response.TxResults {
		one := tx{
			Tx: base(txs[i]), Code: result.Code, Codespace: result.Codespace, Wanted: result.GasWanted, Used: result.GasUsed,
			Data: base(result.Data), Events: eventsOf(result.Events),
		}
		if result.Code != 0 {
			one.Log = plain(result.Log)
		}
		made.Txs = append(made.Txs, one)
	}
	for _, one := range c.CommitMultiStore().PopStateCache() {
		if made.Rows[one.StoreKey] == nil {
			made.Rows[one.StoreKey] = map[string]*string{}
		}
		var value *string
		if !one.Delete {
			text := hex.EncodeToString(one.Value)
			value = &text
		}
		made.Rows[one.StoreKey][hex.EncodeToString(one.Key)] = value
	}
	c.lines = append(c.lines, made)
	return response.TxResults
}

// now is the state after the last block.
func (c *chain) now() sdk.Context {
	return sdk.NewContext(c.CommitMultiStore().CacheMultiStore(), cmtproto.Header{ChainID: chainID, Height: c.height, Time: c.time}, false, c.Logger()).
		WithGasMeter(storetypes.NewInfiniteGasMeter())
}

// position is a place in Go's sources, which depends on the build.
var position = regexp.MustCompile(` \[[^\]]*\.go:\d+\]`)

func plain(text string) string { return position.ReplaceAllString(text, "") }

// eventsOf writes attributes that are no text in base64, as a third member.
func eventsOf(emitted []abci.Event) []event {
	events := []event{}
	for _, one := range emitted {
		attributes := [][]string{}
		for _, attribute := range one.Attributes {
			if utf8.ValidString(attribute.Value) {
				attributes = append(attributes, []string{attribute.Key, plain(attribute.Value)})
			} else {
				attributes = append(attributes, []string{attribute.Key, "", base([]byte(attribute.Value))})
			}
		}
		events = append(events, event{one.Type, attributes})
	}
	return events
}

func base(bz []byte) string { return base64.StdEncoding.EncodeToString(bz) }

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

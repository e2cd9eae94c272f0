package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"math/rand"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	sdkmath "cosmossdk.io/math"
	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/crypto/ed25519"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	"github.com/cosmos/cosmos-sdk/codec/types"
	cryptocodec "github.com/cosmos/cosmos-sdk/crypto/codec"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	"github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	slashingtypes "github.com/cosmos/cosmos-sdk/x/slashing/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	"github.com/cosmos/evm/crypto/ethsecp256k1"
	erc20types "github.com/cosmos/evm/x/erc20/types"
	evmtypes "github.com/cosmos/evm/x/vm/types"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

const (
	chainID = "cosmos_262144-1"
	denom   = "atest"
	// wrapped is the ERC-20 face of the chain's own coin.
	wrapped = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"
	// maxGas is that of a block. The base fee follows how much of half of it is used.
	maxGas = 10_000_000
)

var (
	genesisTime = time.Unix(1_767_225_600, 0).UTC()
	ether       = sdkmath.NewIntWithDecimal(1, 18)
)

// Account is one of the genesis, with the address and the nonce of both sides.
type Account struct {
	key     *ethsecp256k1.PrivKey
	address sdk.AccAddress
	eth     common.Address
}

func accountOf(name string) *Account {
	key := &ethsecp256k1.PrivKey{Key: crypto.Keccak256([]byte(name))}
	address := sdk.AccAddress(key.PubKey().Address())
	return &Account{key, address, common.BytesToAddress(address)}
}

func (a *Account) operator() string { return sdk.ValAddress(a.address).String() }

var (
	alice, bob, carol = accountOf("alice"), accountOf("bob"), accountOf("carol")
	// oliver and olga operate validators.
	oliver, olga = accountOf("oliver"), accountOf("olga")
	everyone     = []*Account{alice, bob, carol, oliver, olga}
)

// Chain is an app whose blocks are written down.
type Chain struct {
	*App
	lines  []any
	height int64
	time   time.Time
	story  string
	rows   map[string]rows
	roots  map[string]string
	rand   *rand.Rand
	keys   []ed25519.PrivKey
	// price of gas in Cosmos transactions, in units of 10^9.
	price int64
	// absent is the validator that does not sign, from 0; -1 for none.
	absent int
	// end takes away what a node has left, once all is written.
	end func()
}

type rows = map[string]string

type Event [2]any

type Tx struct {
	Tx        string  `json:"tx"`
	Code      uint32  `json:"code,omitempty"`
	Codespace string  `json:"codespace,omitempty"`
	Log       string  `json:"log,omitempty"`
	Wanted    int64   `json:"wanted"`
	Used      int64   `json:"used"`
	Data      string  `json:"data,omitempty"`
	Events    []Event `json:"events"`
}

type Block struct {
	Story  string `json:"story"`
	Height int64  `json:"height"`
	// Hash is what the chain is told to be the hash of the block's header.
	Hash     string                        `json:"hash"`
	AppHash  string                        `json:"appHash"`
	Time     string                        `json:"time"`
	Proposer string                        `json:"proposer"`
	Absent   []string                      `json:"absent,omitempty"`
	Txs      []Tx                          `json:"txs,omitempty"`
	Events   []Event                       `json:"events"`
	Updates  int                           `json:"validatorUpdates,omitempty"`
	Rows     map[string]map[string]*string `json:"rows"`
	Roots    map[string]string             `json:"roots"`
	// Questions are asked after the block.
	Questions []Question `json:"questions,omitempty"`
	// Checks are those of transactions for the pool, after the block.
	Checks []Tx `json:"checks,omitempty"`
}

// Change is done to the genesis of a chain.
type Change = func(state map[string]any)

func start(change Change) *Chain {
	c := &Chain{
		rows: map[string]rows{}, roots: map[string]string{}, rand: rand.New(rand.NewSource(1)), absent: -1, price: 2,
		keys: []ed25519.PrivKey{ed25519.GenPrivKeyFromSecret([]byte("oliver")), ed25519.GenPrivKeyFromSecret([]byte("olga"))},
		time: genesisTime, story: "genesis",
	}
	c.App = newApp(chainID, func(ctx sdk.Context) { c.rows = c.allRows(ctx) })
	bz, err := json.Marshal(c.state())
	check(err)
	state := map[string]any{}
	check(json.Unmarshal(bz, &state))
	if change != nil {
		change(state)
	}
	bz, err = json.Marshal(state)
	check(err)
	params := *sims.DefaultConsensusParams
	params.Block = &cmtproto.BlockParams{MaxBytes: 4_000_000, MaxGas: maxGas}
	_, err = c.InitChain(&abci.RequestInitChain{
		ChainId: chainID, Time: genesisTime, InitialHeight: 1, ConsensusParams: &params, AppStateBytes: bz,
	})
	check(err)
	c.lines = append(c.lines, map[string]any{
		"program": "github.com/cosmos/evm", "version": "v0.7.3", "stores": storeNames(c.App), "evm_chain_id": evmChainID,
		"genesis": map[string]any{
			"chain_id": chainID, "genesis_time": genesisTime.Format(time.RFC3339), "initial_height": 1, "max_gas": maxGas, "app_state": state,
		},
		"rows": c.rows,
	})
	c.block(nil)
	return c
}

// allRows are those of all stores that are kept.
func (c *Chain) allRows(ctx sdk.Context) map[string]rows {
	all := map[string]rows{}
	for name, key := range c.App.keys {
		found := rows{}
		it := ctx.WithGasMeter(storetypes.NewInfiniteGasMeter()).KVStore(key).Iterator(nil, nil)
		for ; it.Valid(); it.Next() {
			found[hex.EncodeToString(it.Key())] = hex.EncodeToString(it.Value())
		}
		check(it.Close())
		all[name] = found
	}
	return all
}

// state is a genesis with a validator for each key, the first of which has nine times the power of the second.
func (c *Chain) state() map[string]json.RawMessage {
	sdk.DefaultBondDenom = denom
	state := c.basics.DefaultGenesis(c.Codec)
	put := func(module string, change func(map[string]any)) {
		decoded := map[string]any{}
		check(json.Unmarshal(state[module], &decoded))
		change(decoded)
		bz, err := json.Marshal(decoded)
		check(err)
		state[module] = bz
	}
	accounts := []authtypes.GenesisAccount{}
	balances := []banktypes.Balance{}
	for i, one := range everyone {
		accounts = append(accounts, authtypes.NewBaseAccount(one.address, nil, uint64(i), 0))
		balances = append(balances, banktypes.Balance{Address: one.address.String(), Coins: sdk.NewCoins(
			sdk.NewCoin(denom, ether.MulRaw(1000)), sdk.NewInt64Coin("uother", 1_000_000_000),
		)})
	}
	state["auth"] = c.Codec.MustMarshalJSON(authtypes.NewGenesisState(authtypes.DefaultParams(), accounts))
	validators, delegations, infos := []stakingtypes.Validator{}, []stakingtypes.Delegation{}, []slashingtypes.SigningInfo{}
	bonded := sdkmath.ZeroInt()
	for i, one := range []*Account{oliver, olga}[:len(c.keys)] {
		key, err := cryptocodec.FromCmtPubKeyInterface(c.keys[i].PubKey())
		check(err)
		tokens := ether.MulRaw([]int64{90, 10}[i])
		bonded = bonded.Add(tokens)
		packed, err := types.NewAnyWithValue(key)
		check(err)
		validators = append(validators, stakingtypes.Validator{
			OperatorAddress: one.operator(), ConsensusPubkey: packed, Status: stakingtypes.Bonded, Tokens: tokens,
			DelegatorShares: sdkmath.LegacyNewDecFromInt(tokens), Description: stakingtypes.Description{Moniker: []string{"oliver", "olga"}[i]},
			UnbondingTime: time.Unix(0, 0).UTC(), MinSelfDelegation: sdkmath.OneInt(),
			Commission: stakingtypes.NewCommissionWithTime(sdkmath.LegacyNewDecWithPrec(10, 2), sdkmath.LegacyNewDecWithPrec(20, 2), sdkmath.LegacyNewDecWithPrec(1, 2), genesisTime),
		})
		delegations = append(delegations, stakingtypes.NewDelegation(one.address.String(), one.operator(), sdkmath.LegacyNewDecFromInt(tokens)))
		consensus := sdk.ConsAddress(key.Address())
		infos = append(infos, slashingtypes.SigningInfo{Address: consensus.String(), ValidatorSigningInfo: slashingtypes.NewValidatorSigningInfo(
			consensus, 0, 0, time.Unix(0, 0).UTC(), false, 0)})
	}
	params := stakingtypes.DefaultParams()
	params.HistoricalEntries, params.UnbondingTime = 0, time.Minute
	state["staking"] = c.Codec.MustMarshalJSON(stakingtypes.NewGenesisState(params, validators, delegations))
	slashing := slashingtypes.DefaultParams()
	slashing.SignedBlocksWindow, slashing.DowntimeJailDuration = 10, 20*time.Second
	state["slashing"] = c.Codec.MustMarshalJSON(slashingtypes.NewGenesisState(slashing, infos, []slashingtypes.ValidatorMissedBlocks{}))
	balances = append(balances, banktypes.Balance{
		Address: authtypes.NewModuleAddress(stakingtypes.BondedPoolName).String(), Coins: sdk.NewCoins(sdk.NewCoin(denom, bonded)),
	})
	state["bank"] = c.Codec.MustMarshalJSON(banktypes.NewGenesisState(banktypes.DefaultParams(), balances, nil, []banktypes.Metadata{{
		Description: "The coin of the chain", Base: denom, Display: "test", Name: "Test Token", Symbol: "TEST",
		DenomUnits: []*banktypes.DenomUnit{{Denom: denom}, {Denom: "test", Exponent: 18}},
	}}, []banktypes.SendEnabled{}))
	evm := evmtypes.DefaultGenesisState()
	evm.Params.EvmDenom, evm.Params.ExtendedDenomOptions.ExtendedDenom = denom, denom
	evm.Params.ActiveStaticPrecompiles = evmtypes.AvailableStaticPrecompiles
	evm.Preinstalls = evmtypes.DefaultPreinstalls
	state["evm"] = c.Codec.MustMarshalJSON(evm)
	erc20 := erc20types.DefaultGenesisState()
	erc20.TokenPairs = []erc20types.TokenPair{erc20types.NewTokenPair(common.HexToAddress(wrapped), denom, erc20types.OWNER_MODULE)}
	erc20.NativePrecompiles = []string{wrapped}
	state["erc20"] = c.Codec.MustMarshalJSON(erc20)
	put("mint", func(mint map[string]any) { mint["params"].(map[string]any)["mint_denom"] = denom })
	put("gov", func(gov map[string]any) {
		params := gov["params"].(map[string]any)
		params["voting_period"], params["expedited_voting_period"], params["max_deposit_period"] = "10s", "5s", "30s"
		params["min_deposit"] = []any{map[string]any{"denom": denom, "amount": "1000"}}
		params["expedited_min_deposit"] = []any{map[string]any{"denom": denom, "amount": "2000"}}
	})
	return state
}

// tell begins a story of the blocks that follow.
func (c *Chain) tell(name string) { c.story = name }

// block runs transactions five seconds after the last block.
func (c *Chain) block(txs ...[]byte) []*abci.ExecTxResult { return c.after(5*time.Second, txs...) }

func (c *Chain) after(wait time.Duration, txs ...[]byte) []*abci.ExecTxResult {
	if len(txs) == 1 && txs[0] == nil {
		txs = nil
	}
	c.height++
	if c.height > 1 {
		c.time = c.time.Add(wait)
	}
	proposer := c.keys[0].PubKey().Address()
	hash := crypto.Keccak256([]byte(c.time.Format(time.RFC3339)))
	request := &abci.RequestFinalizeBlock{Height: c.height, Time: c.time, Txs: txs, ProposerAddress: proposer, Hash: hash}
	absent := []string{}
	if c.height > 1 {
		for i, key := range c.keys {
			flag := cmtproto.BlockIDFlagCommit
			if i == c.absent {
				flag = cmtproto.BlockIDFlagAbsent
				absent = append(absent, base(key.PubKey().Address()))
			}
			request.DecidedLastCommit.Votes = append(request.DecidedLastCommit.Votes, abci.VoteInfo{
				Validator: abci.Validator{Address: key.PubKey().Address(), Power: []int64{90, 10}[i]}, BlockIdFlag: flag,
			})
		}
	}
	response, err := c.FinalizeBlock(request)
	check(err)
	_, err = c.Commit()
	check(err)
	block := Block{
		Story: c.story, Height: c.height, Hash: base(hash), AppHash: base(response.AppHash), Time: c.time.Format(time.RFC3339Nano),
		Proposer: base(proposer), Absent: absent, Events: eventsOf(response.Events), Updates: len(response.ValidatorUpdates),
	}
	for i, result := range response.TxResults {
		tx := Tx{
			Tx: base(txs[i]), Code: result.Code, Codespace: result.Codespace, Wanted: result.GasWanted, Used: result.GasUsed,
			Data: base(result.Data), Events: eventsOf(result.Events),
		}
		if result.Code != 0 {
			tx.Log = plain(result.Log)
		}
		block.Txs = append(block.Txs, tx)
	}
	block.Rows, block.Roots = c.changes()
	c.lines = append(c.lines, block)
	return response.TxResults
}

// changes are the rows that the block wrote, also with the value that they had, and the roots that are new.
func (c *Chain) changes() (map[string]map[string]*string, map[string]string) {
	written := map[string]map[string]*string{}
	put := func(store, key string, value *string) {
		if written[store] == nil {
			written[store] = map[string]*string{}
		}
		written[store][key] = value
	}
	now := c.allRows(c.now())
	for _, one := range c.CommitMultiStore().PopStateCache() {
		key, old := hex.EncodeToString(one.Key), ""
		if c.height == 1 {
			old = c.rows[one.StoreKey][key] // genesis writes into the same block
		}
		if value, ok := now[one.StoreKey][key]; !ok {
			put(one.StoreKey, key, nil)
		} else if value != old || c.height > 1 {
			put(one.StoreKey, key, &value)
		}
	}
	c.rows = now
	info, err := c.CommitMultiStore().(interface {
		GetCommitInfo(int64) (*storetypes.CommitInfo, error)
	}).GetCommitInfo(c.height)
	check(err)
	roots := map[string]string{}
	for _, one := range info.StoreInfos {
		if root := base(one.CommitId.Hash); c.roots[one.Name] != root {
			c.roots[one.Name], roots[one.Name] = root, root
		}
	}
	return written, roots
}

// now is the state after the last block.
func (c *Chain) now() sdk.Context {
	return sdk.NewContext(c.CommitMultiStore().CacheMultiStore(), cmtproto.Header{ChainID: chainID, Height: c.height, Time: c.time}, false, c.Logger())
}

// position is a place in Go's sources, which depends on the build.
var position = regexp.MustCompile(` \[[^\]]*\.go:\d+\]`)

// plain is a text without what depends on the build: places in Go's sources, stacks, and the kind of space in errors of protobuf.
func plain(text string) string {
	if at := strings.Index(text, "stack:\n"); at >= 0 {
		text = text[:at+len("stack:\n")]
	}
	return strings.ReplaceAll(position.ReplaceAllString(text, ""), "\u00a0", " ")
}

// eventsOf writes attributes that are no text in base64, as a third member.
func eventsOf(emitted []abci.Event) []Event {
	events := []Event{}
	for _, one := range emitted {
		attributes := [][]string{}
		for _, attribute := range one.Attributes {
			if utf8.ValidString(attribute.Value) {
				attributes = append(attributes, []string{attribute.Key, plain(attribute.Value)})
			} else {
				attributes = append(attributes, []string{attribute.Key, "", base([]byte(attribute.Value))})
			}
		}
		events = append(events, Event{one.Type, attributes})
	}
	return events
}

func base(bz []byte) string { return base64.StdEncoding.EncodeToString(bz) }

func check(err error) {
	if err != nil {
		panic(err)
	}
}

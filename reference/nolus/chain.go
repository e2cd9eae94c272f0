package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"cosmossdk.io/log"
	sdkmath "cosmossdk.io/math"
	storetypes "cosmossdk.io/store/types"
	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/crypto/ed25519"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	cmttypes "github.com/cometbft/cometbft/types"
	db "github.com/cosmos/cosmos-db"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	"github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/Nolus-Protocol/nolus-core/app"
)

const chainID = "nolus-rila-1"

var genesisTime = time.Unix(1_767_225_600, 0).UTC()

// Stores whose roots are written down.
var stores = []string{
	"acc", "bank", "staking", "mint", "distribution", "slashing", "gov", "ibc", "transfer", "tax",
	"icacontroller", "icahost", "contractmanager", "interchaintxs", "wasm", "feerefunder", "authz", "feegrant",
}

type user struct {
	key     *secp256k1.PrivKey
	address sdk.AccAddress
	number  uint64
	next    uint64
}

func userOf(name string, number uint64) *user {
	key := secp256k1.GenPrivKeyFromSecret([]byte(name))
	return &user{key, sdk.AccAddress(key.PubKey().Address()), number, 0}
}

// Chain is the app with its users; each block and what came of it is written down.
type Chain struct {
	*app.App
	encoding app.EncodingConfig
	lines    []any
	height   int64
	time     time.Time
	roots    map[string]string
	rand     *rand.Rand
	val      ed25519.PrivKey
	alice    *user
	bob      *user
	carol    *user
	relayer  *user
}

type Event [2]any

type Tx struct {
	Tx        string  `json:"tx"`
	File      string  `json:"file,omitempty"`
	Rest      string  `json:"rest,omitempty"`
	Code      uint32  `json:"code,omitempty"`
	Codespace string  `json:"codespace,omitempty"`
	Log       string  `json:"log,omitempty"`
	Wanted    int64   `json:"wanted"`
	Used      int64   `json:"used"`
	Data      string  `json:"data,omitempty"`
	Events    []Event `json:"events"`
}

// Aside is the check of a transaction that is refused, on the state after a height.
type Aside struct {
	At        int64  `json:"at"`
	Check     string `json:"check"`
	Code      uint32 `json:"code"`
	Codespace string `json:"codespace"`
	Log       string `json:"log"`
	Used      int64  `json:"used"`
	Wanted    int64  `json:"wanted"`
}

type Block struct {
	Height int64 `json:"height"`
	// The hash over all stores, from which the chain derives the addresses of interchain accounts.
	AppHash string            `json:"appHash"`
	Time    string            `json:"time"`
	Txs     []Tx              `json:"txs,omitempty"`
	Events  []Event           `json:"events"`
	Roots   map[string]string `json:"roots,omitempty"`
}

// start boots the chain from a genesis that the story may change.
func start(seed int64, change func(state map[string]map[string]any)) *Chain {
	home, err := os.MkdirTemp("", "nolus")
	check(err)
	encoding := app.MakeEncodingConfig(app.ModuleBasics)
	a := app.New(log.NewNopLogger(), db.NewMemDB(), nil, true, map[int64]bool{}, home, encoding,
		options{home}, baseapp.SetChainID(chainID))
	c := &Chain{
		App: a, encoding: encoding, roots: map[string]string{}, rand: rand.New(rand.NewSource(seed)),
		val: ed25519.GenPrivKeyFromSecret([]byte("validator")), time: genesisTime,
		alice: userOf("alice", 0), bob: userOf("bob", 1), carol: userOf("carol", 2), relayer: userOf("relayer", 3),
	}
	state := c.genesis(change)
	bz, err := json.Marshal(state)
	check(err)
	params := *sims.DefaultConsensusParams
	params.Block = &cmtproto.BlockParams{MaxBytes: 4_000_000, MaxGas: 100_000_000}
	_, err = a.InitChain(&abci.RequestInitChain{
		ChainId: chainID, Time: genesisTime, InitialHeight: 1, Validators: []abci.ValidatorUpdate{},
		ConsensusParams: &params, AppStateBytes: bz,
	})
	check(err)
	c.lines = append(c.lines, map[string]any{
		"program": "nolus-core 444f8da7 (v0.8)", "version": "v0.8.2+444f8da7", "stores": stores,
		"genesis": map[string]any{"chain_id": chainID, "genesis_time": genesisTime.Format(time.RFC3339), "app_state": state},
	})
	c.time = genesisTime.Add(-4 * time.Second)
	c.block(5)
	return c
}

// options name the folder of compiled contracts.
type options struct{ home string }

func (o options) Get(name string) any {
	if name == "home" {
		return o.home
	}
	return nil
}

func (c *Chain) genesis(change func(map[string]map[string]any)) map[string]map[string]any {
	sdk.DefaultBondDenom = "unls"
	key := c.val.PubKey()
	set := cmttypes.NewValidatorSet([]*cmttypes.Validator{cmttypes.NewValidator(key, 1)})
	accounts := []authtypes.GenesisAccount{}
	balances := []banktypes.Balance{}
	for _, u := range []*user{c.alice, c.bob, c.carol, c.relayer} {
		accounts = append(accounts, authtypes.NewBaseAccount(u.address, nil, u.number, 0))
		balances = append(balances, banktypes.Balance{Address: u.address.String(), Coins: sdk.NewCoins(
			coin("unls", 1_000_000_000_000), coin("ibc/5DE4FCAF68AE40F81F738C857C0D95F7C1BC47B00FA1026E85C1DD92524D4A11", 1_000_000_000),
			coin("uother", 1_000_000_000))})
	}
	cdc := c.encoding.Marshaler
	state, err := sims.GenesisStateWithValSet(cdc, app.NewDefaultGenesisState(c.encoding), set, accounts, balances...)
	check(err)
	bz, err := json.Marshal(state)
	check(err)
	decoded := map[string]map[string]any{}
	decoder := json.NewDecoder(bytes.NewReader(bz))
	decoder.UseNumber()
	check(decoder.Decode(&decoded))
	address := sdk.ConsAddress(key.Address()).String()
	decoded["slashing"]["signing_infos"] = []any{map[string]any{
		"address": address, "validator_signing_info": map[string]any{"address": address, "start_height": "0",
			"index_offset": "0", "jailed_until": "1970-01-01T00:00:00Z", "tombstoned": false, "missed_blocks_counter": "0"},
	}}
	decoded["staking"]["params"].(map[string]any)["historical_entries"] = 0
	gov := decoded["gov"]["params"].(map[string]any)
	gov["voting_period"], gov["expedited_voting_period"] = "10s", "5s"
	gov["min_deposit"] = []any{map[string]any{"denom": "unls", "amount": "1000"}}
	gov["expedited_min_deposit"] = []any{map[string]any{"denom": "unls", "amount": "2000"}}
	if change != nil {
		change(decoded)
	}
	return decoded
}

func coin(denom string, amount int64) sdk.Coin { return sdk.NewCoin(denom, sdkmath.NewInt(amount)) }

// sign makes a transaction; the next sequence is used whatever comes of it, unless it fails before its messages.
func (c *Chain) sign(u *user, fee sdk.Coins, gas uint64, msgs ...sdk.Msg) []byte {
	tx, err := sims.GenSignedMockTx(c.rand, c.encoding.TxConfig, msgs, fee, gas, chainID, []uint64{u.number}, []uint64{u.next}, u.key)
	check(err)
	bz, err := c.encoding.TxConfig.TxEncoder()(tx)
	check(err)
	return bz
}

// do sends messages in a block of their own, with a usual fee.
func (c *Chain) do(u *user, msgs ...sdk.Msg) *abci.ExecTxResult {
	return c.pay(u, sdk.NewCoins(coin("unls", 10_000)), 4_000_000, msgs...)
}

func (c *Chain) pay(u *user, fee sdk.Coins, gas uint64, msgs ...sdk.Msg) *abci.ExecTxResult {
	before := u.next
	tx := c.sign(u, fee, gas, msgs...)
	// What gets no meter never comes into a block.
	checked, err := c.CheckTx(&abci.RequestCheckTx{Tx: tx, Type: abci.CheckTxType_New})
	check(err)
	if checked.Code != 0 && checked.GasWanted == 0 {
		c.lines = append(c.lines, Aside{
			At: c.height, Check: base(tx), Code: checked.Code, Codespace: checked.Codespace, Log: plain(checked.Log),
			Used: checked.GasUsed, Wanted: checked.GasWanted,
		})
		return &abci.ExecTxResult{Code: checked.Code, Log: checked.Log}
	}
	result := c.block(5, tx)[0]
	account := c.AccountKeeper.GetAccount(c.NewUncachedContext(false, cmtproto.Header{}), u.address)
	if u.next = account.GetSequence(); u.next == before {
		fmt.Println("  refused before its messages:", result.Log)
	}
	return result
}

// must is for what a story needs to go on.
func must(result *abci.ExecTxResult) *abci.ExecTxResult {
	if result.Code != 0 {
		panic(result.Log)
	}
	return result
}

// block runs transactions some seconds after the last block.
func (c *Chain) block(seconds int, txs ...[]byte) []*abci.ExecTxResult {
	c.height++
	c.time = c.time.Add(time.Duration(seconds) * time.Second)
	request := &abci.RequestFinalizeBlock{
		Height: c.height, Time: c.time, Txs: txs, ProposerAddress: c.val.PubKey().Address(),
	}
	if c.height > 1 {
		request.DecidedLastCommit = abci.CommitInfo{Votes: []abci.VoteInfo{{
			Validator: abci.Validator{Address: c.val.PubKey().Address(), Power: 1}, BlockIdFlag: cmtproto.BlockIDFlagCommit,
		}}}
	}
	response, err := c.FinalizeBlock(request)
	check(err)
	_, err = c.Commit()
	check(err)
	block := Block{Height: c.height, AppHash: base(response.AppHash), Time: c.time.Format(time.RFC3339Nano), Events: eventsOf(response.Events)}
	for i, result := range response.TxResults {
		tx := Tx{
			Code: result.Code, Codespace: result.Codespace, Wanted: result.GasWanted, Used: result.GasUsed,
			Data: base64.StdEncoding.EncodeToString(result.Data), Events: eventsOf(result.Events),
		}
		if result.Code != 0 {
			tx.Log = plain(result.Log)
		}
		tx.Tx = base64.StdEncoding.EncodeToString(txs[i])
		if at := bytes.Index(txs[i], lab); at >= 0 {
			tx.File = "callback_lab"
			tx.Tx = base64.StdEncoding.EncodeToString(txs[i][:at])
			tx.Rest = base64.StdEncoding.EncodeToString(txs[i][at+len(lab):])
		}
		block.Txs = append(block.Txs, tx)
	}
	if c.height > 1 {
		block.Roots = c.changedRoots()
	}
	c.lines = append(c.lines, block)
	return response.TxResults
}

func (c *Chain) changedRoots() map[string]string {
	info, err := c.CommitMultiStore().(interface {
		GetCommitInfo(int64) (*storetypes.CommitInfo, error)
	}).GetCommitInfo(c.height)
	check(err)
	changed := map[string]string{}
	for _, one := range info.StoreInfos {
		root := base64.StdEncoding.EncodeToString(one.CommitId.Hash)
		for _, name := range stores {
			if name == one.Name && c.roots[name] != root {
				c.roots[name], changed[name] = root, root
			}
		}
	}
	return changed
}

// plain is a text without the places in Go's sources, and without a stack: they depend on the build.
func plain(text string) string {
	if at := strings.Index(text, "stack:\n"); at >= 0 {
		text = text[:at+len("stack:\n")]
	}
	return position.ReplaceAllString(text, "")
}

var position = regexp.MustCompile(` \[[^\]]*\.go:\d+\]`)

func eventsOf(emitted []abci.Event) []Event {
	events := []Event{}
	for _, one := range emitted {
		attributes := [][2]string{}
		for _, attribute := range one.Attributes {
			attributes = append(attributes, [2]string{attribute.Key, plain(attribute.Value)})
		}
		events = append(events, Event{one.Type, attributes})
	}
	return events
}

// attribute is that of the first event of a type.
func attribute(result *abci.ExecTxResult, kind, key string) string {
	for _, event := range result.Events {
		if event.Type == kind {
			for _, one := range event.Attributes {
				if one.Key == key {
					return one.Value
				}
			}
		}
	}
	panic("no " + kind + "." + key + " in " + result.Log)
}

func (c *Chain) write(folder, name string) {
	text := strings.Builder{}
	for i, line := range c.lines {
		if i > 0 {
			text.WriteByte('\n')
		}
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		check(encoder.Encode(line))
	}
	check(os.MkdirAll(folder, 0o755))
	lines := strings.ReplaceAll(strings.TrimSpace(text.String()), "\n\n", "\n")
	check(os.WriteFile(filepath.Join(folder, name+".jsonl"), []byte(lines), 0o644))
	fmt.Println(name, c.height, "blocks")
}

var lab []byte

func unhex(text string) []byte {
	bz, err := hex.DecodeString(text)
	check(err)
	return bz
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func base(bz []byte) string { return base64.StdEncoding.EncodeToString(bz) }
